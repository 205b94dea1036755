"""Turns the weights of all-MiniLM-L6-v2 into the files of this package. See README.md beside it.

    python export_model.py WEIGHTS_FOLDER OUTPUT_FOLDER
"""

import hashlib
import json
import shutil
import sys
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from safetensors.numpy import load_file
from tokenizers import Tokenizer

import bert_reference
import build_graph

LIMIT = 256
FIXTURES = Path(__file__).resolve().parent.parent / "fixtures"
# Of the file as its authors published it; three packages of three publishers hold the same bytes.
WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"


def main(source, output):
    weights_file = source / "model.safetensors"
    if sha256(weights_file) != WEIGHTS_SHA256:
        sys.exit(f"{weights_file} does not hold the published weights.")
    weights = load_file(weights_file)
    config = json.loads((source / "config.json").read_text())
    sentences = json.loads((FIXTURES / "sentences.json").read_text())
    token_ids = tokenise(source, sentences)
    reference = np.stack([bert_reference.embed(weights, config, ids) for ids in token_ids])

    output.mkdir(parents=True, exist_ok=True)
    onnx.save(build_graph.build(weights, config, LIMIT, build_graph.linear_of_blocks()), output / "model.onnx")
    for name in ("tokenizer.json", "tokenizer_config.json"):
        shutil.copyfile(source / name, output / name)
    names = ("model.onnx", "tokenizer.json", "tokenizer_config.json")
    sums = "".join(f"{sha256(output / name)}  {name}\n" for name in names)
    (output / "SHA256SUMS").write_text(sums)

    (FIXTURES / "token-ids.json").write_text(json.dumps(token_ids, separators=(",", ":")) + "\n")
    reference.astype("<f4").tofile(FIXTURES / "reference.f32")
    report(output / "model.onnx", token_ids, reference)


def tokenise(source, sentences):
    tokenizer = Tokenizer.from_file(str(source / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(LIMIT)
    return [tokenizer.encode(text).ids for text in sentences]


def vectors_of(model_file, token_ids):
    """One text at a time, so that nothing is padded."""
    session = onnxruntime.InferenceSession(model_file, providers=["CPUExecutionProvider"])
    return np.concatenate(
        [
            session.run(None, {"input_ids": np.array([ids]), "attention_mask": np.ones((1, len(ids)), np.int64)})[0]
            for ids in token_ids
        ]
    )


def report(model_file, token_ids, reference):
    cosines = (vectors_of(model_file, token_ids) * reference).sum(1)
    megabytes = Path(model_file).stat().st_size / 1e6
    print(f"{model_file}: {megabytes:.1f} MB, cosine to float: mean {cosines.mean():.5f}, worst {cosines.min():.5f}")


def sha256(file):
    return hashlib.sha256(Path(file).read_bytes()).hexdigest()


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
