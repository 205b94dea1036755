import type { AddCommand } from "../add-command.ts";
import { exitCodes } from "../exit-codes.ts";
import type { GlobalOptions } from "../global-options.ts";
import { counted } from "../output/counted.ts";

export const addRequeue: AddCommand = (program, run) => {
  program
    .command("requeue")
    .description("try runs again that were given up")
    .argument("[id...]", "these only (default: all that were given up)")
    .action((ids: readonly string[]) =>
      run(program.opts<GlobalOptions>(), async (context) => {
        const loop = await context.loop();
        const requeued = await loop.requeue(ids.length === 0 ? undefined : ids);
        const missing = ids.filter((id) => !requeued.includes(id));
        context.answer({
          json: { requeued, missing },
          text: () => {
            if (requeued.length + missing.length === 0)
              return "Nothing was given up: there is nothing to try again.";
            const lines = [`${counted(requeued.length, "job")} back in the queue.`];
            if (missing.length > 0) {
              lines.push(
                `Not among those given up: ${missing.join(", ")}. "skillloop trace ID" says what became of one.`,
              );
            }
            if (requeued.length > 0) lines.push('Next: "skillloop process".');
            return lines.join("\n");
          },
        });
        return missing.length > 0 ? exitCodes.failed : undefined;
      }),
    );
};
