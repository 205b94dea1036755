import { billingTasks } from "./billing.ts";
import { configTasks } from "./config.ts";
import { gitTasks } from "./git.ts";
import { nodeTasks } from "./node.ts";
import type { LoopTask } from "./task.ts";

export const allTasks: readonly LoopTask[] = [...gitTasks, ...nodeTasks, ...billingTasks, ...configTasks];

export function taskOf(id: unknown): LoopTask {
  const task = allTasks.find((one) => one.id === id);
  if (task === undefined) throw new Error(`There is no task ${String(id)}.`);
  return task;
}
