import { Annotation, MessagesAnnotation } from "@langchain/langgraph";
import {
  emptyNotes,
  mergeSkillLoopNotes,
  type SkillLoopNotes,
  type SkillLoopUpdate,
} from "./skill-loop-notes.ts";

/**
 * The channel that the nodes need, for a state of your own.
 *
 * @example
 * Annotation.Root({ ...MessagesAnnotation.spec, ...skillLoopChannels() });
 */
export function skillLoopChannels() {
  return {
    skillloop: Annotation<SkillLoopNotes, SkillLoopUpdate>({
      reducer: mergeSkillLoopNotes,
      default: emptyNotes,
    }),
  };
}

/** Messages and what the nodes need: a whole state for a graph that has no other. */
export const SkillLoopAnnotation = /* @__PURE__ */ Annotation.Root({
  ...MessagesAnnotation.spec,
  ...skillLoopChannels(),
});
