import { renderBlock } from "../prompt/render-block.ts";
import { renderHint } from "../prompt/render-hint.ts";
import { runRecall } from "../recall/run-recall.ts";
import { runRecallForError } from "../recall/run-recall-for-error.ts";
import type { RecallErrorOptions, RecallOptions, RecallResult } from "../types/recall.ts";
import type { Scope } from "../types/scope.ts";
import type { LoopCore } from "./loop-core.ts";
