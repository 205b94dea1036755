"""Teaches the upper layers of bge-small-en-v1.5 which skill a request is for. See README.md beside it.

    python fine_tune.py JAR OUTPUT.npz [--start EARLIER.npz] [--authors NAME ...] [--new NAME ...] [--steps N] [--rate R]

A step draws seven times four skills that stand side by side in their author's file, where siblings stand together, and
a request for each. All 28 are held against each other: a request has to be nearer to its own skill than to what shares
its domain and its object. Requests that no skill covers have to be far from all. So that it does not learn the texts by
heart, tokens and parts of the layers are left out at random, and what is kept is a running mean of the layers.
"""

import argparse
import random
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional

import read_weights
import training_data
from torch_encoder import Encoder
from tokenizers import Tokenizer

# Layers that stay as they are: as published, or as the run before left them.
FROZEN = 6
# Tokens of a text, as in `export_model.py`.
LIMIT = 256
# Skills side by side, how often they are drawn a step, uncovered requests a step, trigger queries of a skill.
FAMILY, FAMILIES, UNCOVERED, QUERIES = 4, 7, 10, 2
# The share of a text's tokens that are left out of a step.
LEFT_OUT = 0.08
# How much of the running mean a step replaces, at least.
REPLACED = 0.01
# How often an author that is new to the run is drawn against another.
NEW = 3


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("jar", type=Path)
    parser.add_argument("output", type=Path)
    parser.add_argument("--start", type=Path, help="layers of an earlier run to go on from")
    parser.add_argument("--authors", nargs="+", choices=training_data.authors(), help="default: all")
    parser.add_argument("--new", nargs="+", choices=training_data.authors(), default=[], help="not yet in the earlier run")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--steps", type=int, default=380)
    parser.add_argument("--rate", type=float, default=6e-5, help="the highest learning rate of the run")
    arguments = parser.parse_args()
    random.seed(arguments.seed)
    torch.manual_seed(arguments.seed)
    # On a busy machine two threads wait for each other longer than one of them works.
    torch.set_num_threads(arguments.threads)

    files = read_weights.read(arguments.jar)
    taught = dict(np.load(arguments.start)) if arguments.start else {}
    weights = read_weights.weights_of(files[read_weights.GRAPH]) | taught
    encoder = Encoder(weights, read_weights.config_of(weights), FROZEN)
    libraries = training_data.libraries(arguments.authors)
    read = read_texts(encoder, files[read_weights.TOKENIZER], libraries)
    drawn = [NEW if library.author in arguments.new else 1 for library in libraries]
    train(encoder, (libraries, drawn), read, arguments.steps, arguments.rate)
    np.savez(arguments.output, **(taught | encoder.learned()))


def read_texts(encoder, tokenizer_file, libraries):
    """What the frozen layers make of every text, by text."""
    tokenizer = Tokenizer.from_str(tokenizer_file.decode())
    tokenizer.no_padding()
    tokenizer.enable_truncation(LIMIT)
    texts = sorted({text for library in libraries for text in library.texts()}, key=len)
    read = {}
    for start in range(0, len(texts), 64):
        some = texts[start : start + 64]
        read.update(zip(some, encoder.read([encoded.ids for encoded in tokenizer.encode_batch(some)])))
    return read


def train(encoder, libraries, read, steps, rate):
    # How steeply a cosine tells the skills of a draw apart, and a covered request from an uncovered one, both as
    # logarithms; and the cosine at which covered and uncovered are even.
    apart, sure, even = (nn.Parameter(torch.tensor(value)) for value in (3.4, 3.0, 0.72))
    layers = list(encoder.upper.parameters())
    optimiser = torch.optim.AdamW(
        [
            {"params": layers, "lr": rate, "weight_decay": 0.01},
            {"params": [apart, sure, even], "lr": 5e-3, "weight_decay": 0},
        ]
    )
    warm = max(1, steps // 10)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda step: min(1, (step + 1) / warm) * max(0.05, 1 - step / steps)
    )
    mean = [layer.detach().clone() for layer in layers]
    started, losses = time.time(), []
    for step in range(1, steps + 1):
        loss = loss_of(encoder, read, draw(*libraries), apart.exp(), sure.exp(), even)
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(layers, 1)
        optimiser.step()
        schedule.step()
        # From the first steps on as the mean of all, then of the last hundred or so.
        torch._foreach_lerp_(mean, [layer.detach() for layer in layers], max(REPLACED, 1 / step))
        losses.append(loss.item())
        if step % 10 == 0:
            print(f"{step} of {steps}: loss {np.mean(losses[-10:]):.3f}, {time.time() - started:.0f} s", flush=True)
    with torch.no_grad():
        for layer, kept in zip(layers, mean):
            layer.copy_(kept)


def draw(libraries, weights):
    """Skills that stand side by side, a request for each, and requests of the same authors that no skill covers."""
    families = {}
    while len(families) < FAMILIES:
        library = random.choices(libraries, weights)[0]
        start = random.randrange(0, len(library.skills) // FAMILY) * FAMILY
        families[(id(library), start)] = (library, library.skills[start : start + FAMILY])
    skills = [skill for _, family in families.values() for skill in family if skill.requests]
    requests = [random.choices(skill.requests, skill.drawn)[0] for skill in skills]
    sources = [library for library, _ in families.values()]
    uncovered = [random.choice(random.choice(sources).uncovered) for _ in range(UNCOVERED)]
    return skills, requests, uncovered


def loss_of(encoder, read, drawn, apart, sure, even):
    skills, requests, uncovered = drawn
    abouts = [skill.about for skill in skills]
    queries = [query for skill in skills for query in random.sample(skill.queries, QUERIES)]
    # A new draw of queries each time, so that a skill is not known by a sentence of its own.
    vectors = encoder([some_of(read[text]) for text in (*requests, *uncovered, *abouts, *queries)])
    asked, traps, about, triggers = vectors.split([len(requests), len(uncovered), len(abouts), len(queries)])
    triggers = triggers.view(len(skills), QUERIES, -1)

    near = nearness(asked, about, triggers)
    own = torch.arange(len(skills))
    ranking = functional.cross_entropy(near * apart, own) + 0.3 * functional.cross_entropy(near.T * apart, own)

    # Its own skill has to be a sure answer to a request, and no other, nor any to a request that none covers.
    def odds(cosines):
        return (cosines - even) * sure

    others = (near - 1e3 * torch.eye(len(skills))).max(1).values
    nearest = nearness(traps, about, triggers).max(1).values
    known = functional.softplus(-odds(near.diagonal())).mean()
    unknown = functional.softplus(odds(nearest)).mean() + 0.5 * functional.softplus(odds(others)).mean()
    return ranking + 0.5 * (known + unknown) / 2.5


def some_of(tokens):
    """A text without a few of its tokens; the first one, whose vector is the text's, stays."""
    kept = torch.rand(len(tokens)) >= LEFT_OUT
    kept[0] = True
    return tokens[kept]


def nearness(asked, about, triggers):
    """Of each request to each skill: its description, the middle of its trigger queries and the nearest of them.

    The nearest is a smooth maximum, so that the others learn too.
    """
    middle = functional.normalize(triggers.mean(1), dim=-1)
    each = torch.einsum("qd,nkd->qnk", asked, triggers)
    nearest = torch.logsumexp(each * 30, -1) / 30 - np.log(triggers.shape[1]) / 60
    return (asked @ about.T + asked @ middle.T + nearest) / 3


if __name__ == "__main__":
    main()
