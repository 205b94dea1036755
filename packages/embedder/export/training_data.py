"""Skills and requests that the encoder learns from: `qa/retrieval/training/encoder`."""

import json
from dataclasses import dataclass, field
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[3] / "qa/retrieval/training/encoder"
QUERY_PREFIX = "Represent this sentence for searching relevant passages: "
# The chance of one request against another of the same skill. A skill has four paraphrases and one or two of other
# classes, so that paraphrases, where the published model is weakest, are drawn most.
DRAWN = {"sibling": 1.5, "paraphrase": 1, "step": 1, "environment": 0.7, "intent": 0.7}
DRAWN_ELSE = 0.5


@dataclass
class Skill:
    about: str
    queries: list
    requests: list = field(default_factory=list)
    # The chance of each request, in the same places.
    drawn: list = field(default_factory=list)


@dataclass
class Library:
    author: str
    skills: list
    # Requests that no skill covers.
    uncovered: list

    def texts(self):
        for skill in self.skills:
            yield from (skill.about, *skill.queries, *skill.requests)
        yield from self.uncovered


def authors():
    return sorted(path.name.removesuffix("-skills.json") for path in FOLDER.glob("*-skills.json"))


def libraries(chosen=None):
    """Of the chosen authors, or of all; always in the order of their names, on which the draws depend."""
    return [read(name) for name in authors() if chosen is None or name in chosen]


def read(name):
    """One author's library. Output of programs is left out: an error is looked up by its words first."""
    entries = json.loads((FOLDER / f"{name}-skills.json").read_text())
    skills = {skill["name"]: skill_of(skill) for skill in entries}
    uncovered = []
    for request in json.loads((FOLDER / f"{name}-requests.json").read_text()):
        expected, text = request["expect"], QUERY_PREFIX + "\n".join([*request.get("history", []), request["text"]])
        if request["mode"] == "error":
            continue
        if expected is None:
            uncovered.append(text)
        elif isinstance(expected, str):
            skills[expected].requests.append(text)
            skills[expected].drawn.append(DRAWN.get(request["class"], DRAWN_ELSE))
    return Library(name, list(skills.values()), uncovered)


def skill_of(skill):
    # As `embeddingTexts` of core writes them.
    return Skill(f"{skill['name'].replace('-', ' ')}. {skill['description']}", skill["queries"])
