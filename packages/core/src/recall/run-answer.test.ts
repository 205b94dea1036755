import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const source = (path: string): string => JSON.stringify(new URL(path, import.meta.url).href);

/** A recall from a store that never answers, in a process with nothing else to do. */
const program = `
  import { systemClock } from ${source("../io/system-clock.ts")};
  import { LibraryCache } from ${source("./run-library-cache.ts")};
  import { runRecall } from ${source("./run-recall.ts")};

  const hangs = () => new Promise(() => {});
  const clock = systemClock();
  const { degraded } = await runRecall({
    ports: {
      cache: new LibraryCache({ store: { libraryToken: hangs, readLibrary: hangs }, clock }),
      clock,
      budgetMs: 50,
      serve: "active",
      environment: {},
      environmentPolicy: "warn",
      scan: () => ({ decision: "allow", reasons: [] }),
      render: () => "",
    },
    scope: { project: "p" },
    task: "Push the branch to the remote",
  });
  process.stdout.write(degraded);
`;

describe("answer", () => {
  it("answers in a process that nothing else keeps alive, though its store hangs", () => {
    const flags = ["--import", "tsx", "--conditions=@skillloop/source", "--input-type=module"];
    const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, "--eval", program], {
      cwd: fileURLToPath(new URL("../../../..", import.meta.url)),
      encoding: "utf8",
    });
    expect({ status, stdout, stderr }).toEqual({
      status: 0,
      stdout: "over-budget: the library was not read within 50 ms",
      stderr: "",
    });
  });
});
