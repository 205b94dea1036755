import { assertedText } from "./clauses.ts";
import type { RequestFacts } from "./features.ts";
import { readIntent } from "./intent.ts";
import { requestForm } from "./request-form.ts";

/** What a task's text tells by its form. `turn` is the last turn alone, `text` what is searched for. */
export function requestFacts(request: {
  readonly turn: string;
  readonly text: string;
  readonly hasHistory: boolean;
  /** Of `assertedText`, where it is known of the turn. */
  readonly asserted?: string | undefined;
  /** Of `meansNoWork`. Default: nothing is known of it. */
  readonly noWork?: number;
}): RequestFacts {
  const { turn, text, hasHistory, asserted = assertedText(turn), noWork = 0 } = request;
  return {
    form: requestForm(turn, asserted),
    intent: readIntent(turn),
    words: text.split(/\s+/).length,
    hasHistory,
    noWork,
  };
}
