import { defineConfig } from "vitest/config";
import { BaseSequencer } from "vitest/node";

// Tests read the sources of the workspace's packages, so they need no build.
const conditions = ["@skillloop/source", "node", "import", "default"];

/** Puts the longest files in front, so that no worker is left alone with one of them at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: Parameters<BaseSequencer["sort"]>[0]): ReturnType<BaseSequencer["sort"]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    // A contract of an adapter is a short file that plays hundreds of runs.
    const isLong = (path: string): boolean => /-contract\.test\.ts$|[\\/]examples\.test\.ts$/.test(path);
    return projects.flatMap((project) => {
      const own = sorted.filter((file) => file.project === project);
      return [
        ...own.filter(({ moduleId }) => isLong(moduleId)),
        ...own.filter(({ moduleId }) => !isLong(moduleId)),
      ];
    });
  }
}

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    testTimeout: 30_000,
    hookTimeout: 30_000,
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // The names settle the order: what starts processes of its own runs first.
    projects: [
      {
        extends: true,
        test: {
          name: "across",
          include: ["test/**/*.test.ts", "examples/**/*.test.ts", "qa/**/*.test.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "packages",
          include: ["packages/*/src/**/*.test.ts"],
          // Files of one worker share its modules, so that a framework is loaded once and not for each file.
          isolate: false,
        },
      },
    ],
  },
});
