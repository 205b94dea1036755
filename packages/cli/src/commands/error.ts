import type { AddCommand } from "../add-command.ts";
import type { GlobalOptions } from "../global-options.ts";
import { recallExit, recallJson, recallText } from "../output/recall-result.ts";
import { parseLimit } from "../parse-limit.ts";

interface ErrorOptions {
  readonly task?: string;
  readonly tool?: string;
  readonly limit?: number;
  readonly explain?: boolean;
}

export const addError: AddCommand = (program, run) => {
  program
    .command("error")
    .description("what is known of an error")
    .argument("<text...>", "the error as it was printed, or - to read it from standard input")
    .option("--task <text>", "the task it happened in")
    .option("--tool <name>", "the tool that failed")
    .option("--limit <number>", "at most so many skills", parseLimit)
    .option("--explain", "also every candidate, its scores, and why it was turned away")
    .action((words: readonly string[], options: ErrorOptions) =>
      run(program.opts<GlobalOptions>(), async (context) => {
        const given = words.join(" ");
        const text = given === "-" ? await context.io.readInput() : given;
        const { task, tool, limit, explain } = options;
        const loop = await context.loop();
        const result = await loop.recallForError(text, {
          ...(task === undefined ? {} : { task }),
          ...(tool === undefined ? {} : { tool }),
          ...(limit === undefined ? {} : { limit }),
          ...(explain === undefined ? {} : { explain }),
        });
        context.answer({ json: recallJson(result), text: () => recallText(result, context.colours) });
        return recallExit(result);
      }),
    );
};
