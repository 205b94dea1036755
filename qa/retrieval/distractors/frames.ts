/**
 * Sentences that any operation can stand in, in the registers people write in. `{v}` is the operation's verb, `{V}`
 * with a capital, `{g}` and `{G}` its gerund, `{a}` another wording; `{o}` the object, `{s}` and `{p}` its short
 * name and plural; `{id}` one of its kind, `{holder}` where it is, `{env}`, `{tool}`, `{owner}` what they say;
 * `{when}`, `{cause}`, `{fix}`, `{check}` the operation's own sentences.
 */
export const queryFrames: readonly string[] = [
  "{v} the {o} {id}",
  "{v} {p} in {env}",
  "could you {v} {id} for {owner}? thanks a lot",
  "how do we {v} a {s} and keep {holder} running?",
  "next step: {v} the {s} {id}, then report back",
  "{env}: {g} {id} does not go through",
  "need to {a} the {s} of {holder} this week",
  "hey, {id} again. we have to {v} it, {owner} is waiting",
  "ticket: {g} of {p} in {holder}, owner {owner}",
  "I tried to {v} {id} with {tool} and it stopped half way",
  "what is the clean way to {v} {p}? please go ahead with {id}",
  "Before thursday we must {v} the {p} that belong to {owner}.",
  "{id} -> {v}, urgent",
  "after the move to {env} nobody managed to {v} the {s}; have a look",
  "as part of the clean-up in {holder}: {a} {id}",
  "{owner} would like us to {v} the {p} first thing tomorrow",
  "is {g} {id} on a friday a problem? if not, do it now",
  "{s} {id}: {when}",
  "why can't I {v} this {s}? {cause}",
  "{when}, so please {v} it in {env}",
  "{g} the {o} fails for {owner} only",
  "the script that should {v} our {p} every month has not worked since spring",
  "with {tool}: {v} {id}, I want to see the result",
  "can the {s} in {holder} be {v}-ready by noon? {owner} is waiting to {v} it",
  "{V} {id}. {fix}.",
  "is it possible to {a} just one of the {p}, namely {id}",
];

export const descriptionFrames: readonly string[] = [
  "{G} a {o} in {env} when {cause}: {fix}.",
  "In {env}, {g} {p} goes wrong because {cause}. The way out is to {fix}.",
  "{V} the {p} of {holder}. First {fix}; it worked if {check}.",
  "What to do before and after one has to {v} a {o}, since {cause}.",
  "For {owner}, who have to {v} a {o} and find that {cause}. It worked if {check}.",
  "For the case that {when}. {V} the {s} in this order: {fix}.",
  "Steps to {a} a {s} in {env}. At first {cause}.",
  "{G} {p} safely with {tool}. Watch out: {cause}.",
];

export const notForFrames: readonly string[] = [
  "{other} a {o}",
  "{p} outside of {env}",
  "work on {otherObject}",
  "questions about what a {o} is",
];

export const bodyFrame = `## Preconditions

- You may change the {p} of {holder}, and {owner} knows of it.
- {When}.

## Procedure

1. Look at {id} with \`{tool}\` and note its state.
2. {Fix}.
3. {V} the {s}.
4. {Fix2}.

## Verification

- {Check}.

## Failure modes

- {Cause}.
- {Cause2}.

## Scope

- The {o} in {env}; it does not help to {other} one.
`;
