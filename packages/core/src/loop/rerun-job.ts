/** `rerun:<skill id>@<version>`, as `library/run-publish.ts` writes it; a skill id is `<scope key>#<name>`. */
export function parseRerunJobId(
  id: string,
): { readonly skillId: string; readonly name: string; readonly version: number } | undefined {
  const match = /^rerun:(.+#([^#@]+))@(\d+)$/.exec(id);
  const [, skillId, name, version] = match ?? [];
  return skillId === undefined || name === undefined ? undefined : { skillId, name, version: Number(version) };
}
