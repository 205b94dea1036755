/** A sentence encoder in a folder: `model.onnx` as the export script writes it, and its tokenizer's two files. */
export interface LocalModel {
  /** Recorded with every vector; another file is another id. */
  readonly id: string;
  /** `file:` URL, ending in a slash. */
  readonly folder: URL;
  readonly dimension: number;
  /** Tokens of a text that are read, the two marks around it included; the rest is cut off. */
  readonly limit: number;
  /** What the model was trained to see before a question, and before what is searched. */
  readonly prefix: { readonly query: string; readonly passage: string };
}

/** bge-small-en-v1.5, taught to tell which skill a request is for, with weights of 8 bits: inside this package. */
export function bundledModel(): LocalModel {
  return {
    id: "bge-small-en-v1.5-skills-4",
    folder: new URL("../model/bge-small-en-v1.5-skills/", import.meta.url),
    dimension: 384,
    limit: 256,
    prefix: { query: "Represent this sentence for searching relevant passages: ", passage: "" },
  };
}
