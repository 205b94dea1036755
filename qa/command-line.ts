import { type ParseArgsConfig, parseArgs } from "node:util";

type Options = NonNullable<ParseArgsConfig["options"]>;
type Values<Known extends Options> = ReturnType<typeof parseArgs<{ options: Known }>>["values"];

/** What was typed after `pnpm command`. `--help`, and what it does not know, end the process with how it is called. */
export function commandLine<const Known extends Options>(command: string, options: Known): Values<Known> {
  if (process.argv.includes("--help")) {
    process.stdout.write(`${usage(command, options)}\n`);
    process.exit(0);
  }
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    return refuse(`${(error as Error).message}\n${usage(command, options)}`);
  }
}

/** Ends the process: it was called wrongly. */
export function refuse(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}

export function usage(command: string, options: Options): string {
  const each = Object.entries(options).map(([name, { type, multiple, default: value }]) => {
    if (type === "boolean") return `[--${name}]`;
    const shown = typeof value === "string" && value !== "" ? value : "VALUE";
    return `[--${name} ${shown}]${multiple === true ? "..." : ""}`;
  });
  return ["usage: pnpm", command, ...each].join(" ");
}
