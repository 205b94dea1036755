/**
 * Whose memory this is. `project` is required; `agent` and `user` narrow it.
 *
 * A reader sees its own scope and the wider ones: `{ project, user }` sees the skills of that user and
 * those of the project, and never those of another user.
 */
export interface Scope {
  readonly project: string;
  readonly agent?: string;
  readonly user?: string;
}

/** The canonical form of a scope, as stored: `project/agent/user`, each part URI-encoded, `*` where absent. */
export type ScopeKey = string;

/** Facts a skill was learned under, for example `{ node: "22", repo: "abc" }`. */
export type Environment = Readonly<Record<string, string>>;
