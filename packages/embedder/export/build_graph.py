"""Writes the encoder, the pooling and the normalisation as one ONNX graph, with weights of 8 bits.

Inputs: `input_ids` and `attention_mask`, int64 of shape (texts, tokens). Output: `vectors`, float32 of shape
(texts, dimension), each of length 1.
"""

import numpy as np
from onnx import TensorProto, helper, numpy_helper

OPSET = 20
# A little under the least value of the activation between the two linear layers.
GELU_LEAST = -0.17


class GraphWriter:
    """Collects nodes and tensors; every method returns the name of what it made."""

    def __init__(self, write_linear):
        self.nodes, self.tensors, self.known, self.count = [], [], set(), 0
        self.write_linear = write_linear

    def constant(self, name, array):
        self.known.add(name)
        self.tensors.append(numpy_helper.from_array(np.ascontiguousarray(array), name))
        return name

    def shared(self, name, array):
        """A constant that many nodes use, written once."""
        return name if name in self.known else self.constant(name, array)

    def node(self, operator, inputs, domain="", outputs=None, **attributes):
        self.count += 1
        names = outputs or [f"{operator}_{self.count}"]
        self.nodes.append(
            helper.make_node(operator, inputs, names, name=f"{operator}_{self.count}", domain=domain, **attributes)
        )
        return names[0] if len(names) == 1 else names


def linear_of_blocks(block=32):
    """Weights of 8 bits with one scale for each block of inputs; activations are rounded a block at a time too."""

    def write(graph, x, name, weight, bias):
        inputs, outputs = weight.shape
        blocks = weight.T.reshape(outputs, inputs // block, block)
        extreme = np.abs(blocks).max(-1, keepdims=True)
        scales = np.where(extreme == 0, 1, extreme / 127).astype(np.float32)
        rounded = (np.clip(np.rint(blocks / scales), -127, 127) + 128).astype(np.uint8)
        return graph.node(
            "MatMulNBits",
            [x, graph.constant(f"{name}.q", rounded), graph.constant(f"{name}.s", scales.reshape(-1)), "", "",
             graph.constant(f"{name}.b", bias.astype(np.float32))],
            domain="com.microsoft", K=inputs, N=outputs, bits=8, block_size=block, accuracy_level=4,
        )  # fmt: skip

    return write


def linear_of_rows(graph, x, name, weight, bias):
    """Weights of 8 bits with a scale for each output; activations of 8 bits with a scale for each token.

    So a text's vector is the same alone and in a batch, which one scale for all activations would not give.
    """
    scales = _scales_of_outputs(weight)
    rounded = np.clip(np.rint(weight / scales), -127, 127)

    def number(of, value):
        return graph.shared(of, np.full(1, value, np.float32))

    axis = graph.shared("axis", np.array([-1], np.int64))
    if name.endswith(".output.dense") and ".attention." not in name:
        # Nothing is below GELU's least value there; lifted by that, activations need no bit for a sign.
        x = graph.node("Add", [x, number("gelu", -GELU_LEAST)])
        size = graph.node("Mul", [graph.node("ReduceMax", [x, axis], keepdims=1), number("step", 1 / 255)])
        zero, middle = graph.shared("middle.0", np.array(0, np.uint8)), number("round.0", 0.5)
        bias = bias + GELU_LEAST * (rounded * scales).sum(0)
    else:
        largest = graph.node("ReduceMax", [graph.node("Abs", [x]), axis], keepdims=1)
        size = graph.node("Mul", [largest, number("half_step", 1 / 127)])
        zero, middle = graph.shared("middle.128", np.array(128, np.uint8)), number("round.128", 128.5)
    # The cast cuts off what is behind the point.
    small = graph.node("Add", [graph.node("Div", [x, size]), middle])
    small = graph.node("Cast", [small], to=TensorProto.UINT8)
    product = graph.node("MatMulInteger", [small, graph.constant(f"{name}.q", rounded.astype(np.int8)), zero])
    product = graph.node("Mul", [graph.node("Cast", [product], to=TensorProto.FLOAT), size])
    product = graph.node("Mul", [product, graph.constant(f"{name}.s", scales.reshape(-1))])
    return graph.node("Add", [product, graph.constant(f"{name}.b", bias.astype(np.float32))])


def _scales_of_outputs(weight):
    """Such that the products of two neighbours add up to 16 bits at most.

    Processors with AVX2 and without VNNI add them there, and cut off what is more.
    """
    first, second = weight[0::2], weight[1::2]
    up = np.maximum(first, 0) + np.maximum(second, 0)
    down = np.maximum(-first, 0) + np.maximum(-second, 0)
    return (np.maximum(up, down).max(0, keepdims=True) / 127).astype(np.float32)


def linear_of_rows_and_blocks(layers=4):
    """Rows, but blocks where the first layers make queries, keys and values: rounding costs most there."""
    blocks = linear_of_blocks()

    def write(graph, x, name, weight, bias):
        first = ".self." in name and int(name.split(".")[2]) < layers
        return (blocks if first else linear_of_rows)(graph, x, name, weight, bias)

    return write


def linear_of_floats(graph, x, name, weight, bias):
    product = graph.node("MatMul", [x, graph.constant(f"{name}.w", weight.astype(np.float32))])
    return graph.node("Add", [product, graph.constant(f"{name}.b", bias.astype(np.float32))])


def build(weights, config, limit, write_linear, small_words=True):
    graph = GraphWriter(write_linear)
    size, heads = config["hidden_size"], config["num_attention_heads"]
    epsilon = config["layer_norm_eps"]

    def floats(name):
        return weights[name].astype(np.float32)

    def norm(x, name):
        scale, shift = (graph.constant(f"{name}.{part}", floats(f"{name}.{part}")) for part in ("weight", "bias"))
        return graph.node("LayerNormalization", [x, scale, shift], axis=-1, epsilon=epsilon)

    def linear(x, *names):
        weight = np.concatenate([floats(f"{name}.weight").T for name in names], axis=1)
        bias = np.concatenate([floats(f"{name}.bias") for name in names])
        return graph.write_linear(graph, x, names[0], weight, bias)

    x = norm(_embeddings(graph, floats, limit, small_words), "embeddings.LayerNorm")
    far = _attention_bias(graph)
    spread = _spread(graph, far)
    last = config["num_hidden_layers"] - 1
    for layer in range(last + 1):
        at = f"encoder.layer.{layer}"
        query, key, value = (f"{at}.attention.self.{part}" for part in ("query", "key", "value"))
        if layer < last:
            parts = _split(graph, linear(x, query, key, value), f"{at}.q", f"{at}.k", f"{at}.v")
            attended = _attention(graph, parts, spread, heads)
        else:
            # Only the first token's vector leaves the graph, so the last layer asks for that one alone.
            parts = _split(graph, linear(x, key, value), f"{at}.k", f"{at}.v")
            x = _first(graph, x)
            attended = _attention(graph, [linear(x, query), *parts], far, heads)
        x = norm(graph.node("Add", [x, linear(attended, f"{at}.attention.output.dense")]), f"{at}.attention.output.LayerNorm")
        inner = graph.node("Gelu", [linear(x, f"{at}.intermediate.dense")], approximate="none")
        x = norm(graph.node("Add", [x, linear(inner, f"{at}.output.dense")]), f"{at}.output.LayerNorm")
    token = graph.node("Squeeze", [x, graph.constant("middle", np.ones(1, np.int64))])
    graph.node("LpNormalization", [token], outputs=["vectors"], axis=-1, p=2)
    return _model(graph, size)


def _embeddings(graph, floats, limit, small_words):
    words = floats("embeddings.word_embeddings.weight")
    if small_words:
        scales = np.abs(words).max(1, keepdims=True) / 127
        scales[scales == 0] = 1
        rounded = np.clip(np.rint(words / scales), -127, 127).astype(np.int8)
        picked = graph.node("Gather", [graph.constant("words.q", rounded), "input_ids"], axis=0)
        scale = graph.node("Gather", [graph.constant("words.s", scales.astype(np.float32)), "input_ids"], axis=0)
        word = graph.node("Mul", [graph.node("Cast", [picked], to=TensorProto.FLOAT), scale])
    else:
        word = graph.node("Gather", [graph.constant("words", words), "input_ids"], axis=0)
    # All tokens are of the first segment, so its vector is added to every place here already.
    places = floats("embeddings.position_embeddings.weight")[:limit] + floats("embeddings.token_type_embeddings.weight")[0]
    length = graph.node("Shape", ["input_ids"], start=1, end=2)
    zero, one = graph.constant("zero", np.zeros(1, np.int64)), graph.constant("one", np.ones(1, np.int64))
    place = graph.node("Slice", [graph.constant("places", places), zero, length, zero, one])
    return graph.node("Add", [word, place])


def _attention_bias(graph):
    """0 for a token and a large negative number for padding, of shape (texts, 1, 1, tokens)."""
    mask = graph.node("Cast", ["attention_mask"], to=TensorProto.FLOAT)
    away = graph.node("Sub", [graph.constant("whole", np.ones(1, np.float32)), mask])
    away = graph.node("Mul", [away, graph.constant("far", np.full(1, -10_000, np.float32))])
    return graph.node("Unsqueeze", [away, graph.constant("axes", np.array([1, 2], np.int64))])


def _spread(graph, far):
    """The bias once for every place that asks, shared by all layers."""
    length = graph.node("Shape", ["input_ids"], start=1, end=2)
    texts = graph.node("Shape", ["input_ids"], start=0, end=1)
    return graph.node("Expand", [far, graph.node("Concat", [texts, "one", length, length], axis=0)])


def _split(graph, x, *names):
    return graph.node("Split", [x], outputs=list(names), axis=-1, num_outputs=len(names))


def _first(graph, x):
    return graph.node("Slice", [x, "zero", "one", "one", "one"])


def _attention(graph, parts, bias, heads):
    return graph.node("MultiHeadAttention", [*parts, "", "", bias], domain="com.microsoft", num_heads=heads)


def _model(graph, size):
    def shape(name, kind, dimensions):
        return helper.make_tensor_value_info(name, kind, dimensions)

    made = helper.make_graph(
        graph.nodes, "sentence_encoder",
        [shape("input_ids", TensorProto.INT64, ["texts", "tokens"]),
         shape("attention_mask", TensorProto.INT64, ["texts", "tokens"])],
        [shape("vectors", TensorProto.FLOAT, ["texts", size])],
        graph.tensors,
    )  # fmt: skip
    opsets = [helper.make_opsetid("", OPSET), helper.make_opsetid("com.microsoft", 1)]
    return helper.make_model(made, opset_imports=opsets, ir_version=9, producer_name="skillloop-embedder-export")
