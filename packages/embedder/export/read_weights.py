"""Reads the encoder out of the jar that holds it: the published float graph, its tensors by their own names, its tokenizer."""

import hashlib
import json
import sys
import zipfile

import onnx
from onnx import numpy_helper

GRAPH = "bge-small-en-v1.5.onnx"
TOKENIZER = "bge-small-en-v1.5-tokenizer.json"
SHA256 = {
    GRAPH: "828e1496d7fabb79cfa4dcd84fa38625c0d3d21da474a00f08db0f559940cf35",
    TOKENIZER: "d241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66",
}
# What the graph does not say in its tensors. `export_model.py` compares what comes out with the graph itself.
HEADS = 12
EPSILON = 1e-12


def read(jar):
    """The files' bytes by name. Ends the process when they are not the published ones."""
    with zipfile.ZipFile(jar) as archive:
        files = {name: archive.read(name) for name in SHA256}
    for name, content in files.items():
        if hashlib.sha256(content).hexdigest() != SHA256[name]:
            sys.exit(f"{name} in {jar} is not the published file.")
    return files


def weights_of(graph_bytes):
    """Arrays by the names that the layers have in PyTorch; a linear layer's weight is (outputs, inputs)."""
    graph = onnx.load_from_string(graph_bytes).graph
    arrays = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    weights = {name: array for name, array in arrays.items() if not name.startswith("onnx::")}
    for node in graph.node:
        # The exporter turned the weights over and numbered them; the node still says whose they are.
        if node.op_type == "MatMul" and node.input[1].startswith("onnx::"):
            layer = node.name.removeprefix("/").removesuffix("/MatMul").replace("/", ".")
            weights[f"{layer}.weight"] = arrays[node.input[1]].T
    return weights


def config_of(weights):
    layers = {name.split(".")[2] for name in weights if name.startswith("encoder.layer.")}
    return {
        "hidden_size": weights["embeddings.LayerNorm.weight"].shape[0],
        "num_attention_heads": HEADS,
        "num_hidden_layers": len(layers),
        "layer_norm_eps": EPSILON,
    }


def tokenizer_config(limit):
    """The jar has none; these are the settings of the tokenizer itself, in the words of its library."""
    return json.dumps({"tokenizer_class": "BertTokenizer", "do_lower_case": True, "model_max_length": limit}) + "\n"
