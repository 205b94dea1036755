"""The encoder in plain numpy, one text at a time: the float reference that exported files are compared with."""

import math

import numpy as np


def embed(weights, config, token_ids):
    """Last hidden state of the first token of one text without padding, of length 1."""
    epsilon = config["layer_norm_eps"]
    heads = config["num_attention_heads"]
    ids = np.asarray(token_ids)

    def tensor(name):
        return weights[name].astype(np.float64)

    def norm(x, name):
        centred = x - x.mean(-1, keepdims=True)
        spread = np.sqrt((centred**2).mean(-1, keepdims=True) + epsilon)
        return centred / spread * tensor(f"{name}.weight") + tensor(f"{name}.bias")

    def linear(x, name):
        return x @ tensor(f"{name}.weight").T + tensor(f"{name}.bias")

    x = tensor("embeddings.word_embeddings.weight")[ids]
    x = x + tensor("embeddings.position_embeddings.weight")[: len(ids)]
    x = x + tensor("embeddings.token_type_embeddings.weight")[0]
    x = norm(x, "embeddings.LayerNorm")
    for layer in range(config["num_hidden_layers"]):
        at = f"encoder.layer.{layer}"
        query, key, value = (
            linear(x, f"{at}.attention.self.{part}").reshape(len(ids), heads, -1).transpose(1, 0, 2)
            for part in ("query", "key", "value")
        )
        scores = query @ key.transpose(0, 2, 1) / math.sqrt(query.shape[-1])
        scores = np.exp(scores - scores.max(-1, keepdims=True))
        attended = (scores / scores.sum(-1, keepdims=True)) @ value
        attended = attended.transpose(1, 0, 2).reshape(len(ids), -1)
        x = norm(x + linear(attended, f"{at}.attention.output.dense"), f"{at}.attention.output.LayerNorm")
        inner = linear(x, f"{at}.intermediate.dense")
        inner = inner * 0.5 * (1 + _erf(inner / math.sqrt(2)))
        x = norm(x + linear(inner, f"{at}.output.dense"), f"{at}.output.LayerNorm")
    return (x[0] / np.linalg.norm(x[0])).astype(np.float32)


_erf = np.vectorize(math.erf)
