import { readFileSync } from "node:fs";
import { z } from "zod";
import { told } from "../../figure.ts";
import { type Figure, printReport } from "../../report.ts";
import { baselineQuery, favourites, type ScoreRows } from "../baselines/baseline.ts";
import { oracleThreshold } from "../baselines/oracle.ts";
import { expectedNames, type LibrarySkill, type RetrievalProbe } from "../data/formats.ts";
import { loadData } from "../data/load.ts";
import { openEmbedder } from "../home/open-embedder.ts";
import { keySchemes, redescribed } from "./key-schemes.ts";
import { byMeaning, byWords, type ScoreTexts } from "./rank-by-texts.ts";
import { rankShift } from "./rank-shift.ts";
import { twoLevels } from "./two-levels.ts";

// Holds the known ways to key a skill against one another on the half of the probes that may be looked at. Ranking
// alone is compared, and F1 with the best threshold there is for these probes, which no product has.
const read = <Schema extends z.ZodType>(name: string, schema: Schema): z.infer<Schema> =>
  schema.parse(JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), "utf8")));
const situations = read("situations.json", z.array(z.object({ name: z.string(), domain: z.string() })));
const descriptions = read("library-redescribed.json", z.record(z.string(), z.string()));

const { skills, probes: all } = loadData({ half: "tune" });
const probes = all.filter(({ mode }) => mode === "task");
const queries = probes.map(baselineQuery);
const embedder = await openEmbedder("local");
if (embedder === undefined) throw new Error("there is no local embedder");
const ways: Readonly<Record<string, ScoreTexts>> = { words: byWords, meaning: byMeaning(embedder) };

const figures: Figure[] = [];
for (const [way, score] of Object.entries(ways)) {
  for (const { name, textsOf } of keySchemes)
    figures.push(...figuresOf(`${name}, by ${way}`, await score(skills.map(textsOf), queries)));
  figures.push(...figuresOf(`domain, then description, by ${way}`, await byDomainFirst(score)));
  figures.push(
    ...shiftOf(way, await shifted(score, ({ description }) => [description]), "description alone"),
  );
  const allKeys = keySchemes.at(-1);
  if (allKeys !== undefined)
    figures.push(...shiftOf(way, await shifted(score, allKeys.textsOf), "all of a skill's keys"));
}
await embedder.close?.();
printReport({ figures }, { json: process.argv.includes("--json") });

function figuresOf(at: string, rows: ScoreRows): readonly Figure[] {
  const ranked = favourites(rows, probes, skills);
  const expecting = ranked.filter(({ probe }) => expectedNames(probe).length > 0);
  const right = (of: typeof ranked): number =>
    (100 * of.filter(({ probe, name }) => expectedNames(probe).includes(name)).length) / of.length;
  const ofClass = (name: string): typeof ranked => expecting.filter(({ probe }) => probe.class === name);
  return [
    told("right.first", at, right(expecting), "%"),
    told("right.first.paraphrase", at, right(ofClass("paraphrase")), "%"),
    told("right.first.sibling", at, right(ofClass("sibling")), "%"),
    told("f1.best-threshold", at, oracleThreshold(ranked).f1, "share"),
  ];
}

async function byDomainFirst(score: ScoreTexts): Promise<ScoreRows> {
  const domains = [...new Set(situations.map(({ domain }) => domain))];
  const domainOfName = new Map(situations.map(({ name, domain }) => [name, domains.indexOf(domain)]));
  const domainOf = skills.map(({ name }) => domainOfName.get(name) ?? -1);
  const texts = domains.map((domain, at) => [
    domain,
    ...skills.filter((_, skill) => domainOf[skill] === at).map(({ description }) => description),
  ]);
  const byDomain = await score(texts, queries);
  const byTask = await score(
    skills.map(({ description }) => [description]),
    queries,
  );
  return twoLevels({ byDomain, byTask, domainOf });
}

async function shifted(score: ScoreTexts, textsOf: (skill: LibrarySkill) => readonly string[]) {
  const anew = redescribed(skills, descriptions);
  const expecting = probes.map((probe) => placeOfExpected(probe));
  const rows = {
    before: await score(skills.map(textsOf), queries),
    after: await score(anew.map(textsOf), queries),
  };
  const kept = [...expecting.keys()].filter((probe) => expecting[probe] !== -1);
  const of = (all: ScoreRows): ScoreRows => kept.map((probe) => all[probe] as Float64Array);
  return rankShift(
    of(rows.before),
    of(rows.after),
    kept.map((probe) => expecting[probe] as number),
  );
}

function placeOfExpected(probe: RetrievalProbe): number {
  const [name] = expectedNames(probe);
  return skills.findIndex((skill) => skill.name === name);
}

function shiftOf(way: string, shift: ReturnType<typeof rankShift>, keyed: string): readonly Figure[] {
  const at = `description written anew, keyed by ${keyed}, by ${way}`;
  return [
    told("rank.mean-places", at, shift.meanPlaces, "places"),
    told("rank.first-changed", at, 100 * shift.firstChanged, "%"),
  ];
}
