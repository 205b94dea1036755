"""The encoder in PyTorch, for training: the upper layers learn, the lower ones stay as they are."""

import numpy as np
import torch
from torch import nn
from torch.nn import functional

# Modules of a layer and what the published tensors call them.
PARTS = {
    "query": "attention.self.query",
    "key": "attention.self.key",
    "value": "attention.self.value",
    "attended": "attention.output.dense",
    "attended_norm": "attention.output.LayerNorm",
    "inner": "intermediate.dense",
    "outer": "output.dense",
    "outer_norm": "output.LayerNorm",
}


# The share of a sublayer's output that is left out while it learns, as where the model was first taught.
DROPPED = 0.1


class Layer(nn.Module):
    """The layer `at` of a BERT encoder, the same sums as in `bert_reference.py`; in training some are left out."""

    def __init__(self, weights, at, config):
        super().__init__()
        self.heads, epsilon = config["num_attention_heads"], config["layer_norm_eps"]
        for part, name in PARTS.items():
            weight, bias = (
                nn.Parameter(torch.tensor(np.ascontiguousarray(weights[f"{at}.{name}.{of}"], np.float32)))
                for of in ("weight", "bias")
            )
            module = nn.LayerNorm(len(weight), epsilon) if part.endswith("norm") else nn.Linear(*weight.shape[::-1])
            module.weight, module.bias = weight, bias
            self.add_module(part, module)

    def forward(self, x, mask):
        texts, tokens, size = x.shape

        def split(y):
            return y.view(texts, tokens, self.heads, -1).transpose(1, 2)

        attended = functional.scaled_dot_product_attention(
            split(self.query(x)), split(self.key(x)), split(self.value(x)), attn_mask=mask
        )
        attended = self.attended(attended.transpose(1, 2).reshape(texts, tokens, size))
        x = self.attended_norm(x + functional.dropout(attended, DROPPED, self.training))
        outer = self.outer(functional.gelu(self.inner(x)))
        return self.outer_norm(x + functional.dropout(outer, DROPPED, self.training))


class Encoder(nn.Module):
    """The first `frozen` layers do not learn: `read` runs them once for every text, and `forward` the others."""

    def __init__(self, weights, config, frozen):
        super().__init__()
        self.config, self.frozen = config, frozen
        self.fixed = {
            name: torch.tensor(np.asarray(array, np.float32)) for name, array in weights.items() if "layer." not in name
        }
        layers = [Layer(weights, f"encoder.layer.{at}", config) for at in range(config["num_hidden_layers"])]
        self.lower, self.upper = nn.ModuleList(layers[:frozen]), nn.ModuleList(layers[frozen:])
        self.lower.requires_grad_(False).eval()

    @torch.no_grad()
    def read(self, token_ids):
        """What the frozen layers make of each text: one tensor of (tokens, size) a text."""
        size = self.config["hidden_size"]
        x, mask = padded([torch.tensor(ids) for ids in token_ids])
        x = self.fixed["embeddings.word_embeddings.weight"][x]
        x = x + self.fixed["embeddings.position_embeddings.weight"][: x.shape[1]]
        x = x + self.fixed["embeddings.token_type_embeddings.weight"][0]
        scale, shift = (self.fixed[f"embeddings.LayerNorm.{of}"] for of in ("weight", "bias"))
        x = functional.layer_norm(x, (size,), scale, shift, self.config["layer_norm_eps"])
        for layer in self.lower:
            x = layer(x, mask)
        return [row[: len(ids)].clone() for row, ids in zip(x, token_ids)]

    def forward(self, read):
        """Vectors of length 1 of texts that were read, short ones together so that little is padded."""
        order = sorted(range(len(read)), key=lambda at: len(read[at]))
        vectors = [None] * len(read)
        for start in range(0, len(order), 32):
            chosen = order[start : start + 32]
            x, mask = padded([read[at] for at in chosen])
            for layer in self.upper:
                x = layer(x, mask)
            for at, vector in zip(chosen, functional.normalize(x[:, 0], dim=-1)):
                vectors[at] = vector
        return torch.stack(vectors)

    def learned(self):
        """The upper layers' arrays in 16 bits, by the names they have in the published graph."""

        def in_16_bits(parameter):
            return parameter.detach().numpy().astype(np.float16)

        return {
            f"encoder.layer.{self.frozen + at}.{name}.{of}": in_16_bits(getattr(getattr(layer, part), of))
            for at, layer in enumerate(self.upper)
            for part, name in PARTS.items()
            for of in ("weight", "bias")
        }


def padded(rows):
    """One tensor of rows of unlike length, and a mask of the places that are no padding, for all heads and places."""
    x = nn.utils.rnn.pad_sequence(rows, batch_first=True)
    lengths = torch.tensor([len(row) for row in rows])
    return x, (torch.arange(x.shape[1]) < lengths[:, None])[:, None, None, :]
