import type { SkillDetail } from "@skillloop/core";
import type { Story } from "./story.ts";
import { renderTable } from "./table.ts";

export function storyTable(stories: readonly Story[]): string {
  return renderTable<Story>(
    [
      { title: "task", width: 20, cell: ({ title }) => title },
      { title: "shared words", width: 14, cell: (story) => story.sharedWords.join(", ") || "(none)" },
      { title: "failed calls", width: 7, cell: (s) => `${s.before.failedCalls} -> ${s.after.failedCalls}` },
      { title: "round two", width: 10, cell: ({ result }) => result },
      { title: "skill", width: 22, cell: ({ skill }) => skill?.name ?? "-" },
      { title: "status", width: 8, cell: ({ skill }) => skill?.status ?? "-" },
      { title: "evidence", width: 18, cell: ({ skill }) => evidenceOf(skill) },
      { title: "without example", width: 8, cell: (s) => (s.stripped.passed ? "solved" : "fails again") },
    ],
    stories,
  );
}

/** `re-run passed, 1 of 1 uses passed`. */
function evidenceOf(skill: SkillDetail | undefined): string {
  const reruns = (skill?.evidence ?? []).filter(({ kind }) => kind === "rerun");
  const uses = (skill?.evidence ?? []).filter(({ kind }) => kind === "use");
  const parts = [
    reruns.length > 0 && `re-run ${reruns.every(({ passed }) => passed) ? "passed" : "failed"}`,
    uses.length > 0 && `${uses.filter(({ passed }) => passed).length} of ${uses.length} uses passed`,
  ];
  return parts.filter((part) => part !== false).join(", ") || "none";
}
