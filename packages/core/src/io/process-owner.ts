import { readlinkSync } from "node:fs";
import { hostname } from "node:os";

const SEPARATOR = "|";

/**
 * Names this process among all that share a home: host, process-id namespace (containers may share a host
 * name but not their process ids), process id, and something unique.
 */
export function processOwner(unique: string): string {
  return [hostname(), pidNamespace(), process.pid, unique].join(SEPARATOR);
}

/**
 * Whether the process that took a lease under this name has ended, so that its jobs need not wait for the
 * lease to run out. False for anything that cannot be known from here, such as a process of another host.
 */
export function ownerIsGone(owner: string): boolean {
  const [host, namespace, pid] = owner.split(SEPARATOR);
  if (host !== hostname() || namespace !== pidNamespace()) return false;
  const id = Number(pid);
  if (!Number.isInteger(id) || id <= 0 || id === process.pid) return false;
  try {
    process.kill(id, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}

function pidNamespace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return "-";
  }
}
