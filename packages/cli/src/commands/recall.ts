import type { AddCommand } from "../add-command.ts";
import type { GlobalOptions } from "../global-options.ts";
import { recallExit, recallJson, recallText } from "../output/recall-result.ts";
import { parseLimit } from "../parse-limit.ts";

export const addRecall: AddCommand = (program, run) => {
  program
    .command("recall")
    .description("what the agent would be given at the start of a task")
    .argument("<task...>", "the task, in the words of a user")
    .option("--limit <number>", "at most so many skills", parseLimit)
    .option("--tool <names...>", "the tools the agent has")
    .option("--explain", "also every candidate, its scores, and why it was turned away")
    .action(
      (words: readonly string[], options: { limit?: number; tool?: readonly string[]; explain?: boolean }) =>
        run(program.opts<GlobalOptions>(), async (context) => {
          const { limit, tool, explain } = options;
          const loop = await context.loop();
          const result = await loop.recall(words.join(" "), {
            ...(limit === undefined ? {} : { limit }),
            ...(tool === undefined ? {} : { tools: tool }),
            ...(explain === undefined ? {} : { explain }),
          });
          context.answer({ json: recallJson(result), text: () => recallText(result, context.colours) });
          return recallExit(result);
        }),
    );
};
