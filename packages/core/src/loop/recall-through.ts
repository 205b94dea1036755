import { redactText } from "../guard/redact.ts";
import { scanInSteps } from "../guard/scan.ts";
import { renderBlock } from "../prompt/render-block.ts";
import { renderHint } from "../prompt/render-hint.ts";
import { type RecallPorts, runRecall } from "../recall/run-recall.ts";
import { runRecallForError } from "../recall/run-recall-for-error.ts";
import type { RecallErrorOptions, RecallOptions, RecallResult } from "../types/recall.ts";
import type { Scope } from "../types/scope.ts";
import type { LoopCore } from "./loop-core.ts";
import { safely } from "./safely.ts";

interface RecallAsk<Options> {
  readonly scope: Scope;
  /** `null` is what hosts without types say for none. */
  readonly options: Options | null | undefined;
  /** The run it belongs to, for the log. */
  readonly requestId?: string;
}

/** The skills for a task, as the loop's settings have it. */
export async function recallThrough(
  core: LoopCore,
  task: string,
  { scope, options, requestId }: RecallAsk<RecallOptions>,
): Promise<RecallResult> {
  const ports = portsOf(core, renderBlock, requestId);
  const result = await runRecall({ ports, scope, task, options: plain(options) });
  return logged(core, "recall", result, requestId);
}

/** The skills for an error, likewise. */
export async function recallForErrorThrough(
  core: LoopCore,
  error: unknown,
  { scope, options, requestId }: RecallAsk<RecallErrorOptions>,
): Promise<RecallResult> {
  const ports = portsOf(core, renderHint, requestId);
  const result = await runRecallForError({ ports, scope, error, options: plain(options) });
  return logged(core, "recall-for-error", result, requestId);
}

/** The options as they are now: none when a getter among them throws. */
function plain<Options extends object>(options: Options | null | undefined): Options {
  return safely(
    () => ({ ...options }) as Options,
    () => undefined,
    {} as Options,
  );
}

function portsOf(core: LoopCore, render: RecallPorts["render"], requestId: string | undefined): RecallPorts {
  const { cache, clock, embedding, settings, report } = core;
  return {
    cache,
    clock,
    query: embedding.query,
    budgetMs: settings.recallBudgetMs,
    serve: settings.serve,
    environment: settings.environment,
    environmentPolicy: settings.environmentPolicy,
    scan: scanInSteps,
    render,
    onError: (error) => report.error(error, "recall", requestId),
  };
}

function logged(
  core: LoopCore,
  event: string,
  found: RecallResult,
  requestId: string | undefined,
): RecallResult {
  const result = withoutSecrets(found);
  core.report.log(
    "debug",
    event,
    {
      skills: result.hits.map(({ name, version }) => `${name}@${version}`).join(" "),
      abstained: result.abstained?.reason ?? "",
      tookMs: result.tookMs,
    },
    requestId,
  );
  return result;
}

/** What failed is told in the failure's own words, which a driver may have put its credentials into. */
function withoutSecrets(result: RecallResult): RecallResult {
  if (result.abstained?.reason !== "failed") return result;
  const detail = redactText(result.abstained.detail).text;
  return { ...result, abstained: { ...result.abstained, detail } };
}
