"""Turns the published weights and the layers that were taught into the files of this package. See README.md beside it.

    python export_model.py JAR OUTPUT_FOLDER
"""

import hashlib
import json
import sys
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from tokenizers import Tokenizer

import bert_reference
import build_graph
import read_weights

LIMIT = 256
PREFIXES = {"passage": "", "query": "Represent this sentence for searching relevant passages: "}
HERE = Path(__file__).resolve().parent
FIXTURES = HERE.parent / "fixtures"
# What `fine_tune.py` wrote; the other tensors are those that were published.
TAUGHT = HERE / "taught_layers.npz"
# Sentences by which it is seen whether the published weights were read rightly.
CHECKED = 20


def main(jar, output):
    files = read_weights.read(jar)
    weights, config, token_ids, reference = prepared(files)

    output.mkdir(parents=True, exist_ok=True)
    graph = build_graph.build(weights, config, LIMIT, build_graph.linear_of_rows_and_blocks())
    onnx.save(graph, output / "model.onnx")
    (output / "tokenizer.json").write_bytes(files[read_weights.TOKENIZER])
    (output / "tokenizer_config.json").write_text(read_weights.tokenizer_config(LIMIT))
    names = ("model.onnx", "tokenizer.json", "tokenizer_config.json")
    sums = "".join(f"{hashlib.sha256((output / name).read_bytes()).hexdigest()}  {name}\n" for name in names)
    (output / "SHA256SUMS").write_text(sums)

    (FIXTURES / "token-ids.json").write_text(json.dumps(token_ids, separators=(",", ":")) + "\n")
    for kind, vectors in reference.items():
        np.rint(vectors * 32_767).astype("<i2").tofile(FIXTURES / f"reference-{kind}.i16")
    report(output / "model.onnx", token_ids, reference)


def prepared(files):
    """Weights, configuration, and the sentences' tokens and float vectors by kind."""
    weights = read_weights.weights_of(files[read_weights.GRAPH])
    config = read_weights.config_of(weights)
    sentences = json.loads((FIXTURES / "sentences.json").read_text())
    token_ids = {kind: tokenise(files, [prefix + text for text in sentences]) for kind, prefix in PREFIXES.items()}
    check(files, weights, config, token_ids["passage"][:CHECKED])
    weights |= np.load(TAUGHT)
    reference = {kind: vectors_by_reference(weights, config, texts) for kind, texts in token_ids.items()}
    return weights, config, token_ids, reference


def check(files, weights, config, texts):
    """Ends the process when the published graph gives other vectors than the weights read from it."""
    published = vectors_of(files[read_weights.GRAPH], texts)
    if not np.all((published * vectors_by_reference(weights, config, texts)).sum(1) > 0.999_99):
        sys.exit("The weights were read wrongly: the published graph gives other vectors.")


def vectors_by_reference(weights, config, texts):
    return np.stack([bert_reference.embed(weights, config, ids) for ids in texts])


def tokenise(files, texts):
    tokenizer = Tokenizer.from_str(files[read_weights.TOKENIZER].decode())
    tokenizer.no_padding()
    tokenizer.enable_truncation(LIMIT)
    return [tokenizer.encode(text).ids for text in texts]


def vectors_of(model, texts):
    """By a file or its bytes, one text at a time, so that nothing is padded."""
    session = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])
    wanted = {given.name for given in session.get_inputs()}

    def vector(ids):
        row = np.array([ids])
        inputs = {"input_ids": row, "attention_mask": np.ones_like(row), "token_type_ids": np.zeros_like(row)}
        found = session.run(None, {name: array for name, array in inputs.items() if name in wanted})[0]
        first = found.reshape(-1, found.shape[-1])[0]
        return first / np.linalg.norm(first)

    return np.stack([vector(ids) for ids in texts])


def report(model_file, token_ids, reference):
    megabytes = Path(model_file).stat().st_size / 1e6
    for kind, texts in token_ids.items():
        cosines = (vectors_of(model_file, texts) * reference[kind]).sum(1)
        print(f"{model_file}: {megabytes:.1f} MB, {kind}: mean {cosines.mean():.5f}, worst {cosines.min():.5f}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
