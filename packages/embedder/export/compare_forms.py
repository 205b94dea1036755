"""Prints what each way to store the weights costs in likeness and in bytes; the figures stand in the decision.

    python compare_forms.py WEIGHTS_FOLDER SCRATCH_FOLDER
"""

import json
import sys
from pathlib import Path

import onnx
from onnxruntime.quantization import QuantType, quantize_dynamic
from safetensors.numpy import load_file

import bert_reference
import build_graph
import export_model

FORMS = {
    "floats": dict(write_linear=build_graph.linear_of_floats, small_words=False),
    "blocks-32": dict(write_linear=build_graph.linear_of_blocks(block=32)),
    "blocks-64": dict(write_linear=build_graph.linear_of_blocks(block=64)),
    "blocks-128": dict(write_linear=build_graph.linear_of_blocks(block=128)),
    "folded-64": dict(write_linear=build_graph.linear_of_folded_blocks(64)),
}


def main(source, scratch):
    weights = load_file(source / "model.safetensors")
    config = json.loads((source / "config.json").read_text())
    sentences = json.loads((export_model.FIXTURES / "sentences.json").read_text())
    token_ids = export_model.tokenise(source, sentences)
    reference = [bert_reference.embed(weights, config, ids) for ids in token_ids]
    scratch.mkdir(parents=True, exist_ok=True)
    for name, form in FORMS.items():
        file = scratch / f"{name}.onnx"
        onnx.save(build_graph.build(weights, config, export_model.LIMIT, **form), file)
        export_model.report(file, token_ids, reference)
    file = scratch / "dynamic.onnx"
    kind = {"DefaultTensorType": onnx.TensorProto.FLOAT}
    quantize_dynamic(
        scratch / "floats.onnx", file, per_channel=True, weight_type=QuantType.QInt8, extra_options=kind
    )
    export_model.report(file, token_ids, reference)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
