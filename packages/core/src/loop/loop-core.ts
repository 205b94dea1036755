import type { SkillLoopError } from "../errors.ts";
import { redactText } from "../guard/redact.ts";
import type { Clock } from "../ports/clock.ts";
import type { Ids } from "../ports/ids.ts";
import type { Logger, LogLevel, LogRecord } from "../ports/logger.ts";
import type { Store } from "../ports/store.ts";
import type { LibraryCache } from "../recall/run-library-cache.ts";
import { asSkillLoopError, describeError } from "./describe-error.ts";
import type { ModelLearning } from "./learning/model-learning.ts";
import type { LoopEmbedding } from "./loop-embedding.ts";
import type { ResolvedSettings } from "./resolve-settings.ts";
import { callHost } from "./safely.ts";

/** What a loop and all its scoped views share. */
export interface LoopCore {
  readonly settings: ResolvedSettings;
  /** Gives the skills written through it their vectors. */
  readonly store: Store;
  readonly embedding: LoopEmbedding;
  readonly cache: LibraryCache;
  /** Absent without a model. */
  readonly learning?: ModelLearning | undefined;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Names this process among all that share the home. */
  readonly owner: string;
  /** Whether the process behind an owner's name has ended. */
  readonly isGone: (owner: string) => boolean;
  readonly report: Reporter;
  /** Recordings not yet stored; `flush` waits for them. */
  readonly pending: Set<Promise<unknown>>;
}

export interface Reporter {
  log(level: LogLevel, event: string, fields?: LogRecord["fields"], requestId?: string): void;
  /** A failure of ours that the host must not feel. Never throws. */
  error(error: unknown, event: string, requestId?: string): void;
}

/** Logs and errors leave here, redacted, and a host's logger that throws is left alone. */
export function createReporter(hooks: {
  readonly logger?: Logger | undefined;
  readonly onError?: ((error: SkillLoopError) => void) | undefined;
}): Reporter {
  const log: Reporter["log"] = (level, event, fields, requestId) => {
    if (hooks.logger === undefined) return;
    callHost(
      () =>
        hooks.logger?.({
          level,
          event,
          ...(requestId !== undefined && { requestId: redactText(requestId).text }),
          ...(fields !== undefined && { fields: redactFields(fields) }),
        }),
      ignore,
    );
  };
  return {
    log,
    error(error, event, requestId) {
      const ours = asSkillLoopError(error);
      log("error", event, { code: ours.code, message: describeError(ours) }, requestId);
      callHost(() => hooks.onError?.(ours), ignore);
    },
  };
}

function redactFields(fields: NonNullable<LogRecord["fields"]>): NonNullable<LogRecord["fields"]> {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [
      key,
      typeof value === "string" ? redactText(value).text : value,
    ]),
  );
}

/** A logger or an error handler of the host that fails must not break the host's own agent. */
function ignore(): void {}
