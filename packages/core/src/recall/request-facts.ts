import type { RequestFacts } from "./features.ts";
import { readIntent } from "./intent.ts";
import { requestForm } from "./request-form.ts";

/** What a task's text tells by its form. `turn` is the last turn alone, `text` what is searched for. */
export function requestFacts(request: {
  readonly turn: string;
  readonly text: string;
  readonly hasHistory: boolean;
  /** Of `meansNoWork`. Default: nothing is known of it. */
  readonly noWork?: number;
}): RequestFacts {
  const { turn, text, hasHistory, noWork = 0 } = request;
  return {
    form: requestForm(turn),
    intent: readIntent(turn),
    words: text.split(/\s+/).length,
    hasHistory,
    noWork,
  };
}
