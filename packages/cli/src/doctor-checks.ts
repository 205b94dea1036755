import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { CliIo } from "./cli-io.ts";
import type { Loop, LoopOptions, LoopStats } from "./core-types.ts";
import { counted } from "./output/counted.ts";

export interface DoctorCheck {
  readonly name: string;
  readonly status: "ok" | "warning" | "failed";
  readonly detail: string;
  /** What to do, when the check is not ok. */
  readonly remedy?: string;
}

const leastNode = [20, 19] as const;

export function checkNode(version: string): DoctorCheck {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const enough = major > leastNode[0] || (major === leastNode[0] && minor >= leastNode[1]);
  return enough
    ? { name: "node", status: "ok", detail: version }
    : {
        name: "node",
        status: "failed",
        detail: `${version} is older than ${leastNode.join(".")}.`,
        remedy: "Install Node 22, or any version from 20.19.",
      };
}

/** Whether options, variables and the config file make sense together, and which home they give. */
export async function checkSettings(
  resolve: () => Promise<string>,
): Promise<{ readonly home?: string; readonly check: DoctorCheck }> {
  const name = "settings";
  try {
    return { home: await resolve(), check: { name, status: "ok", detail: "understood" } };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return { check: { name, status: "failed", detail } };
  }
}

/** Looks at the folder without making it. An object-store URI has no permissions to look at. */
export async function checkHome(
  home: string,
): Promise<{ readonly there: boolean; readonly checks: readonly DoctorCheck[] }> {
  const name = "home";
  if (home.includes("://"))
    return { there: true, checks: [{ name, status: "ok", detail: `${home}, an object store` }] };
  const found = await stat(home).catch(() => undefined);
  if (found === undefined) return { there: false, checks: [await checkParent(home)] };
  if (!found.isDirectory()) {
    const remedy = "Give another --home, or move that file away.";
    return { there: true, checks: [{ name, status: "failed", detail: `${home} is a file.`, remedy }] };
  }
  if (!(await writable(home))) {
    const remedy = `Give this user write access: chmod u+rwx ${home}`;
    return {
      there: true,
      checks: [{ name, status: "failed", detail: `${home} cannot be written.`, remedy }],
    };
  }
  const others = process.platform !== "win32" && (found.mode & 0o077) !== 0;
  const check: DoctorCheck = others
    ? {
        name,
        status: "warning",
        detail: `${home} can be read by other users of this machine.`,
        remedy: `Close it: chmod 700 ${home}`,
      }
    : { name, status: "ok", detail: home };
  return { there: true, checks: [check] };
}

async function checkParent(home: string): Promise<DoctorCheck> {
  let folder = dirname(home);
  while ((await stat(folder).catch(() => undefined)) === undefined && folder !== dirname(folder))
    folder = dirname(folder);
  return (await writable(folder))
    ? { name: "home", status: "ok", detail: `${home} is not there yet; the first recorded run makes it` }
    : {
        name: "home",
        status: "failed",
        detail: `${home} is not there, and ${folder} cannot be written.`,
        remedy: "Give another --home.",
      };
}

async function writable(folder: string): Promise<boolean> {
  return access(folder, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
}

/** What opening reaches, in order: a failure names the first that could not be passed. */
const openSteps = [
  { name: "processor", codes: ["UNSUPPORTED_PROCESSOR"], fine: "can run the store" },
  { name: "native binding", codes: ["NATIVE_MISSING"], fine: "loads" },
  { name: "lock", codes: ["HOME_LOCKED"], fine: "free" },
  {
    name: "schema",
    codes: ["HOME_NEWER", "HOME_CORRUPT", "EMBEDDING_MISMATCH"],
    fine: "readable by this version",
  },
  { name: "store", codes: [], fine: "opens" },
] as const;

/** Opens the store. A processor that cannot run it is told through `onError`, and everything after it is off. */
export async function checkOpen(
  io: CliIo,
  options: LoopOptions,
): Promise<{ readonly loop?: Loop; readonly checks: readonly DoctorCheck[] }> {
  const { SkillLoopError } = await import("@skillloop/core");
  let told: unknown;
  let loop: Loop | undefined;
  try {
    loop = await io.openLoop({
      ...options,
      onError: (error) => {
        told ??= error;
      },
    });
  } catch (error) {
    told = error;
  }
  if (told === undefined && loop !== undefined) {
    return { loop, checks: openSteps.map(({ name, fine }) => ({ name, status: "ok", detail: fine })) };
  }
  const known = SkillLoopError.isInstance(told) ? told : undefined;
  const message = known?.message ?? (told instanceof Error ? told.message : String(told));
  const stopped = openSteps.findIndex(({ codes }) => codes.some((code) => code === known?.code));
  const at = stopped < 0 ? openSteps.length - 1 : stopped;
  const checks = openSteps.slice(0, at + 1).map(({ name, fine }, index): DoctorCheck => {
    return index < at ? { name, status: "ok", detail: fine } : { name, status: "failed", detail: message };
  });
  return { ...(loop === undefined ? {} : { loop }), checks };
}

export function checkQueue(stats: LoopStats): readonly DoctorCheck[] {
  const { waiting, leased, dead } = stats.jobs;
  const moving = `${waiting} waiting, ${leased} in work`;
  if (dead > 0) {
    const detail = `${counted(dead, "job")} given up, ${moving}.`;
    return [
      {
        name: "queue",
        status: "warning",
        detail,
        remedy: 'Read why with "skillloop trace ID", then "skillloop requeue".',
      },
    ];
  }
  return waiting > 0
    ? [{ name: "queue", status: "ok", detail: `${moving}; "skillloop process" works on them` }]
    : [{ name: "queue", status: "ok", detail: moving }];
}
