"""Prints what each way to store the weights costs in likeness and in bytes; the figures stand in the decision.

    python compare_forms.py JAR SCRATCH_FOLDER
"""

import sys
from pathlib import Path

import onnx
from onnxruntime.quantization import QuantType, quantize_dynamic

import build_graph
import export_model
import read_weights

FORMS = {
    "floats": dict(write_linear=build_graph.linear_of_floats, small_words=False),
    "blocks-32": dict(write_linear=build_graph.linear_of_blocks(block=32)),
    "blocks-64": dict(write_linear=build_graph.linear_of_blocks(block=64)),
    "blocks-128": dict(write_linear=build_graph.linear_of_blocks(block=128)),
    "rows": dict(write_linear=build_graph.linear_of_rows),
    "rows-and-blocks": dict(write_linear=build_graph.linear_of_rows_and_blocks()),
}


def main(jar, scratch):
    files = read_weights.read(jar)
    weights, config, token_ids, reference = export_model.prepared(files)
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
