import { readShell, shellCommandLine } from "../text/shell/shell-command.ts";
import type { HoldReason } from "../types/lesson-kind.ts";
import type { ToolStep } from "../types/trace.ts";
import type { Dismissal } from "./repair.ts";

// What may stand between two words must not be one of them: who then fails has tried each pair of places once, and not each
// way to choose three of them. The commands that these are held against are a run's own, of thousands of characters.
const guardWeakening: readonly RegExp[] = [
  /(?:^|\s)(?:--no-verify|--force|--force-with-lease|--insecure|--no-check(?:-\w+)?|--skip-checks?|--no-gpg-sign|--allow-unrelated-histories|--legacy-peer-deps|--break-system-packages|--ignore-scripts|--unsafe-perm|--trusted-host|--no-strict\S*|--disable-\S+|--no-sandbox|--allow-root|--no-audit|--no-frozen-lockfile|--passWithNoTests|--skip-\S+|--no-(?:lint|tests?|typecheck|validate|validation)|--deselect|--updateSnapshot|--dangerously-\S+|--accept-data-loss|--ignore-\S*(?:error|fail|cert|ssl|platform|engine|conflict)\S*)(?=[\s=]|$)/,
  /\bgit (?:(?!\S*\bgit )\S+ )*(?:push|checkout|clean|branch|add)(?: (?!(?:push|checkout|clean|branch|add) )\S+)* -[a-z]*f\b/,
  /\bgit (?:(?!\S*\bgit )\S+ )*branch(?: (?!branch )\S+)* -D\b|\bgit push(?: \S+)* \+\S/,
  /\bcommit(?: \S+)* -[a-z]*n\b/,
  /\bcurl(?: \S+)* -[a-zA-Z]*k[a-zA-Z]*\b|\bwget(?: \S+)* --no-check-certificate/,
  /\|\|\s*(?:true|:|exit 0|echo)\b|\|\|\s*:|;\s*(?:true|exit 0)\s*$|(?:^|[;&\s])set \+e\b/,
  /\b(?:eslint-disable|@ts-ignore|@ts-nocheck|@ts-expect-error|noqa|nosec|type:\s*ignore|biome-ignore|NOLINT|pragma: no cover)\b/,
  /\bverify\s*[=:]\s*False\b|rejectUnauthorized\W{1,3}false|NODE_TLS_REJECT_UNAUTHORIZED\W{0,3}0|http\.sslVerify\W+(?:false|0)|strict-ssl\W+false|GIT_SSL_NO_VERIFY|PYTHONHTTPSVERIFY\W{0,2}0|StrictHostKeyChecking\W+no\b/i,
  /\bchmod (?:-R )?(?:0?777|a\+rwx|666)\b/,
  /\b(?:HUSKY|LEFTHOOK|SKIP|SKIP_\w+|CI_SKIP|NO_VERIFY|DISABLE_\w+|PIP_BREAK_SYSTEM_PACKAGES)=\S+/,
  /\.(?:skip|todo|only)\(|\b(?:xit|xdescribe|xtest)\(|@(?:pytest\.mark\.)?(?:skip|xfail)|\bt\.Skip\(|#\[ignore\]/,
  /(?:^|\s)-(?:k|m)\s+["']?not\b|--(?:testPathIgnorePatterns|exclude|ignore(?:-glob)?)[= ]\S*(?:test|spec)/,
  /\b(?:rm|mv|git rm)\b[^;&|]*(?:\.test\.|\.spec\.|\btest_\w+\.py|_test\.(?:go|py)|(?:^|[\s/])(?:tests?|__tests__)\/)/,
  /\b(?:rm|git rm)\b[^;&|]*(?:\.git\/hooks|\.husky|\.lock\b|\.pre-commit|\.eslintrc)/,
  /"(?:force|skip_?(?:validation|checks?|tests?|verify)|no_?verify|ignore_?errors?|override(?:_\w+)?|bypass\w*|disable_?\w*|insecure|allow_?unsafe)"\s*:\s*(?:true|"true"|1)\b|"(?:verify|validate|check|strict|safe_?mode|confirm)"\s*:\s*(?:false|"false"|0)\b/i,
];
const discarding: readonly RegExp[] = [
  /\bgit (?:(?!\S*\bgit )\S+ )*reset (?:(?!reset )\S+ )*--hard\b|\bgit checkout (?:\S+ )*(?:--\s|\.(?:\s|$))|\bgit restore (?:\S+ )*\.(?:\s|$)|\bgit clean\b|\bgit stash drop\b/,
  /\brm (?:-\S+ )*-\w*r|\bdrop (?:table|database|schema)\b|\btruncate table\b|\bdelete from\b/i,
  /core\.hooksPath|commit\.gpgsign\W+(?:false|0)\b/i,
];
const masks = /\|\|\s*(?:true|:|exit 0|echo)|;\s*(?:true|exit 0)\s*$|(?:^|[;&\s])set \+e\b/;
const fetchAndExecute: readonly RegExp[] = [
  /\b(?:curl|wget|fetch|iwr|irm|invoke-webrequest|invoke-restmethod)\b[^;\n]*\|\s*(?:sudo\s+(?:-\S+\s+)*)?(?:env\s+)?(?:\S*\/)?(?:ba|z|da|k|fi)?sh\b/i,
  /\b(?:curl|wget|fetch|iwr|irm|invoke-webrequest|invoke-restmethod)\b[^;\n]*\|\s*(?:sudo\s+)?(?:\S*\/)?(?:python\d?|node|perl|ruby|php|iex|invoke-expression|osascript|pwsh|powershell)\b/i,
  /\b(?:ba|z|da|k)?sh\s+(?:-\w+\s+)?<\(\s*(?:curl|wget)|(?:ba|z|da|k)?sh\s+-\w*c\s+["']?\$\(\s*(?:curl|wget)|\beval\s+["']?\$\(\s*(?:curl|wget)|\bsource\s+<\(\s*(?:curl|wget)|`(?:curl|wget)[^`]*`/i,
  /\b(?:curl|wget)\b(?:(?:(?!-o|>)[^\n])*(?:-o|>)|[^\n]*(?:-o|>)[^\S\n]*\n)\s*\S[^\n]*(?:&&|;|\n)\s*(?:sudo\s+)?(?:chmod\s+\S+\s+\S+\s*(?:&&|;)\s*)?(?:(?:ba|z)?sh\s+|python\d?\s+|node\s+|\.\/)/i,
];
const production = /(?:^|[^a-z])(?:prod|prd|production|live)(?:[^a-z]|$)/i;
const privilege =
  /(?:^|[\s;&|])(?:sudo|doas|su|runas|gsudo|pkexec)\s|--privileged\b|--user[= ](?:root|0)\b|\b--as-root\b/;
const credentialName =
  /(?:^|[\s"'_-])(?:--?)?(?:\w+[_-])?(?:token|password|passwd|secret|api[_-]?key|access[_-]?key|private[_-]?key|credentials?|authorization|auth|bearer|cookie)(?:["']?\s*[:=]|\s+\S|$)/i;

/** Whether the fix fetches something and runs it: no lesson, whoever said so. */
export const fetchesAndExecutes = (text: string): boolean =>
  fetchAndExecute.some((pattern) => pattern.test(text));

/** Whether what the fix added switches a check off, hides a failure, or discards what an error protected. */
export const weakensGuard = (text: string): boolean =>
  [...guardWeakening, ...discarding].some((pattern) => pattern.test(text));

export const addsMask = (text: string): boolean => masks.test(text);

const buildMode = /(?<![\w-])(?:NODE_ENV|BABEL_ENV)=(["']?)production\1(?=\s|$)/g;
const builds = /^(?:build|bundle|compile|tsc|webpack|rollup|esbuild)$/;
const runners = /^(?:npm|pnpm|yarn|bun|npx|pnpx|bunx|run|exec|dlx|vite|next|nuxt|astro|parcel)$/;

/** Whether a line does nothing but build: every command of it names a builder, and no script that could do more. */
function isLocalBuild(line: string): boolean {
  const commands = readShell(line);
  return (
    commands.length > 0 &&
    commands.every(({ program, subcommands, arguments: given, privileged }) => {
      const operands = given.filter(({ kind }) => kind === "operand").map(({ text }) => text);
      const words = [program, ...subcommands, ...operands];
      const told = words.find((word) => !runners.test(word)) ?? "";
      return !privileged && (program === "cd" || builds.test(told));
    })
  );
}

/**
 * Whether a text names what looks like a production target. How code is built is no target: a variable says so in a line
 * that only builds.
 */
export function isProductionLike(text: string): boolean {
  if (!production.test(text)) return false;
  const lines = text.split("\n").map((line) => (isLocalBuild(line) ? line.replace(buildMode, " ") : line));
  return production.test(lines.join("\n"));
}

/** Whether the fix takes more rights, or brings a credential. */
export const raisesPrivilege = (text: string): boolean =>
  privilege.test(` ${text}`) || credentialName.test(text) || text.includes("[redacted");

/**
 * Whether the exit code of the working call is not that of the command that was to be repaired: something
 * runs after it in a pipe, or whatever its result was. `pipefail` gives the pipe its code back.
 */
export function masksExitCode(step: ToolStep, isTheCommand: (words: readonly string[]) => boolean): boolean {
  const commandLine = shellCommandLine(step.tool, step.input);
  if (commandLine === undefined) return false;
  const commands = readShell(commandLine);
  const at = commands.findLastIndex(({ words }) => isTheCommand(words));
  const following = commands.slice(at + 1);
  if (/\bset -\w*o? ?pipefail|\bset -euo pipefail/.test(commandLine))
    return following.some(({ join }) => join === "||");
  return at >= 0 && following.some(({ join }) => join !== "&&");
}

const narrowing =
  /(?:^|\s)(?:--dry-run|--dryrun|--help|--version|--list(?:-tests)?|--collect-only|--no-run|--plan|--check-only|--what-if|-WhatIf|--simulate|--print-only|--show-only)(?=[\s=]|$)|\blimit\s+\d+\b|\btop\s+\d+\b/i;
const testRunner = /^(?:pytest|jest|vitest|mocha|tox|nox|phpunit|rspec|ctest|playwright|cypress)$/;
const testSelection =
  /^(?:-k|-t|-g|--grep|--filter|--testNamePattern|--test-name-pattern|--testPathPattern|-run|--only|--related)$/;

/** Whether what was added makes the call do less: a dry run, a limit, a help page. */
export const narrowsEffect = (text: string): boolean => narrowing.test(text);

export const runsTests = (program: string, subcommands: readonly string[]): boolean =>
  testRunner.test(program) || subcommands.some((word) => /^test(?::|$)/.test(word));

export const selectsTests = (option: string): boolean => testSelection.test(option);

/** Reasons for a person to look at the lesson before anyone is served it. */
export function safetyHolds({
  added,
  command,
  told,
  unbound,
}: {
  readonly added: string;
  /** The whole line that what was added stands in, where there is one. */
  readonly command?: string | undefined;
  readonly told: boolean;
  readonly unbound: boolean;
}): readonly HoldReason[] {
  const holds: HoldReason[] = [];
  if (weakensGuard(added)) holds.push("weakens-guard");
  const target = command !== undefined && isLocalBuild(command) ? added.replace(buildMode, " ") : added;
  if (isProductionLike(target)) holds.push("production-target");
  if (told) holds.push("instruction-from-output");
  if (unbound) holds.push("unbound-value");
  return holds;
}

export const fetchAndExecuteDismissal: Dismissal = {
  rule: "fetch-and-execute",
  detail: "The fix fetches something from the network and runs it.",
};
