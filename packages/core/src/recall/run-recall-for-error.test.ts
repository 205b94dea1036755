import { describe, expect, it } from "vitest";
import { renderHint } from "../prompt/render-hint.ts";
import { manualClock } from "../testing/manual-clock.ts";
import { errorSignature } from "../text/error-signature/error-signature.ts";
import type { RecallErrorOptions } from "../types/recall.ts";
import type { SkillContent } from "../types/skill.ts";
import { inOneStep } from "./__fixtures__/in-one-step.ts";
import { fakeLibrary, type RowOptions, row, scope } from "./__fixtures__/run-fake-library.ts";
import { probeSkills } from "./__fixtures__/skills.ts";
import { LibraryCache } from "./run-library-cache.ts";
import { runRecallForError } from "./run-recall-for-error.ts";

function recall(
  error: unknown,
  options: RecallErrorOptions = {},
  skills: readonly SkillContent[] = probeSkills,
  rowOptions: RowOptions = {},
) {
  const store = fakeLibrary(...skills.map((skill) => row(skill, rowOptions)));
  const clock = manualClock();
  const cache = new LibraryCache({ store, clock });
  const ports = {
    cache,
    clock,
    budgetMs: 50,
    serve: "active" as const,
    environment: {},
    environmentPolicy: "warn" as const,
    scan: inOneStep(() => ({ decision: "allow" as const, reasons: [] })),
    render: renderHint,
  };
  return runRecallForError({ ports, scope, error, options });
}

const names = async (...parameters: Parameters<typeof recall>): Promise<readonly string[]> =>
  (await recall(...parameters)).hits.map((hit) => hit.name);

const firstOf = (name: string): SkillContent => {
  const found = probeSkills.find((skill) => skill.name === name);
  if (found === undefined) throw new Error(name);
  return found;
};

describe("runRecallForError", () => {
  it("knows an error again with other values, by its exact signature", async () => {
    const result = await recall("Error: payment amount does not add up, total price is 305, but paid 255");
    expect(result.hits[0]).toMatchObject({
      name: "book-reservation-payment-does-not-add-up",
      matchedBy: "signature",
      score: 1,
    });
    expect(result.hits).toHaveLength(1);
  });

  it("takes any form of error: thrown, with streams, inside forty lines of output", async () => {
    const cause = new Error("Cannot use import statement outside a module");
    const thrown = new Error("Command failed with exit code 1", { cause });
    expect(await names(thrown)).toEqual(["node-import-outside-module"]);
    expect(
      await names({ stdout: "", stderr: "error: lib/a.txt: patch does not apply", exitCode: 1 }),
    ).toEqual(["git-apply-patch-does-not-apply"]);
    const long = `${"Downloading 12%\n".repeat(20)}npm error ERESOLVE unable to resolve dependency tree\n${"notice\n".repeat(20)}`;
    expect(await names(long)).toEqual(["npm-peer-dependency-conflict"]);
  });

  it("matches a learned signature whose bare name became a placeholder", async () => {
    const signature = "fatal: the ledger <ledger> has no open period";
    const learned: SkillContent = {
      ...firstOf("git-push-no-upstream-branch"),
      keys: { appliesWhen: [], symptoms: [], signatures: [signature], queries: [], notFor: [] },
      mistake: { tool: "bash", skeleton: "bash: git push", signature },
    };
    const result = await recall("fatal: The ledger vat_rounding has no open period.", {}, [learned]);
    expect(result.hits[0]).toMatchObject({ matchedBy: "signature", score: 1 });
    expect(errorSignature("fatal: The ledger vat_rounding has no open period.").text).not.toContain("<");
  });

  it("falls back to symptoms, then to all keys", async () => {
    const symptom = await recall(
      "psql said: canceling statement because of lock timeout while altering orders",
    );
    expect(symptom.hits[0]).toMatchObject({ name: "postgres-migration-lock-timeout", matchedBy: "symptom" });
    const keys = await recall("letsencrypt renewal of the https certificate did not succeed");
    expect(keys.hits[0]).toMatchObject({ name: "tls-certificate-renewal-port-80", matchedBy: "keys" });
  });

  it("never looks up a generic error by its hash, and uses the task instead", async () => {
    expect((await recall("exit code 1")).abstained?.reason).toBe("generic-error");
    const skill = { ...firstOf("git-push-no-upstream-branch") };
    const generic = {
      ...skill,
      keys: { ...skill.keys, symptoms: ["exit code 1"], signatures: ["exit code 1"] },
    };
    expect((await recall("exit code 1", {}, [generic])).hits).toEqual([]);
    const hashed = {
      ...generic,
      keys: { ...generic.keys, signatures: [errorSignature("exit code 1").hash] },
    };
    expect((await recall("exit code 1", {}, [hashed])).hits).toEqual([]);
    expect(await names("exit code 1", { task: "Push the branch to the remote" })).toEqual([skill.name]);
  });

  it("returns candidates, labelled, and never quarantined ones", async () => {
    const error = "npm error ERESOLVE unable to resolve dependency tree";
    const candidate = await recall(error, {}, probeSkills, {
      status: "candidate",
      version: { verified: false },
    });
    expect(candidate.hits[0]).toMatchObject({ status: "candidate", confidence: 0.3 });
    expect(candidate.text).toContain("UNVERIFIED");
    expect((await recall(error, {}, probeSkills, { status: "quarantined" })).hits).toEqual([]);
  });

  it("leaves out what was given already, by name or id", async () => {
    const error = "npm error ERESOLVE unable to resolve dependency tree";
    const id = "billing/*/*#npm-peer-dependency-conflict";
    expect(await names(error, { exclude: ["npm-peer-dependency-conflict"] })).toEqual([]);
    expect(await names(error, { exclude: [id] })).toEqual([]);
  });

  it("chooses by the wording among several that know the same error", async () => {
    const base = firstOf("csv-import-utf16-encoding");
    const variant = (name: string, symptom: string): SkillContent => ({
      ...base,
      name,
      description: "",
      keys: { appliesWhen: [], symptoms: [symptom], signatures: [], queries: [], notFor: [] },
    });
    const skills = [
      variant("yaml-missing", "ModuleNotFoundError: No module named 'yaml'"),
      variant("requests-missing", "ModuleNotFoundError: No module named 'requests'"),
    ];
    expect(await names("ModuleNotFoundError: No module named 'requests'", {}, skills)).toEqual([
      "requests-missing",
    ]);
  });

  it("gives nothing for an error that only shares a domain's words", async () => {
    for (const error of [
      "fatal: not a git repository (or any of the parent directories): .git",
      "Error: flight HAT030 not available on date 2024-05-13",
      "docker: Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?",
      "npm error 404 Not Found - GET https://registry.example/left-pad-9",
      "TypeError: Cannot read properties of undefined (reading 'map')",
      "psql: error: connection to server at localhost failed: Connection refused",
    ])
      expect(await names(error, { task: "Push the branch to the remote", tool: "bash" }), error).toEqual([]);
  });

  it("does not take the words of the tool or of the task for words of the error", async () => {
    const base = firstOf("book-reservation-payment-does-not-add-up");
    const symptom = "Error: payment method not found";
    const skill: SkillContent = {
      ...base,
      name: "update-reservation-flights-payment-method-not-found",
      example: { tool: "update_reservation_flights", calls: [], placeholders: {} },
      description: `\`update_reservation_flights\` fails with "${symptom}".`,
      keys: {
        appliesWhen: ["update reservation flights"],
        symptoms: [symptom],
        signatures: [errorSignature(symptom).text],
        queries: ["change the flights of a reservation and pay with the gift card"],
        notFor: [],
      },
    };
    const options = {
      tool: "update_reservation_flights",
      task: "Change the flights and pay with the gift card",
    };
    for (const other of [
      "Error: not enough seats on flight HAT229",
      "Error: flight HAT030 not available on date 2024-05-13",
      "Error: certificate cannot be used to update reservation",
      "Error: gift card balance is not enough",
      "Error: update of reservation flights is locked",
    ])
      expect(await names(other, options, [skill]), other).toEqual([]);
    expect(await names(symptom, options, [skill])).toEqual([skill.name]);
  });

  it("gives nothing for an error with another code, however many words it shares with a symptom", async () => {
    const symptom = "src/a.ts(1,7): error TS2322: Type 'string' is not assignable to type 'number'.";
    const skill: SkillContent = {
      ...firstOf("csv-import-utf16-encoding"),
      name: "type-not-assignable",
      description: "",
      keys: { appliesWhen: [], symptoms: [symptom], signatures: [], queries: [], notFor: [] },
    };
    const other =
      "src/b.ts(2,3): error TS2345: Argument of type 'string' is not assignable to parameter of type 'number'.";
    expect(await names(other, {}, [skill])).toEqual([]);
    expect(await names(other.replace("TS2345", "TS2322"), {}, [skill])).toEqual([skill.name]);
  });

  it("gives nothing for an error that shares two common words with a symptom", async () => {
    expect(await names("git@github.com: Permission denied (publickey).", { tool: "bash" })).toEqual([]);
    expect(await names("cat: /etc/shadow: Permission denied", { tool: "bash" })).toEqual([]);
    expect(await names("cp: cannot stat 'a.txt': No such file or directory", { tool: "bash" })).toEqual([]);
  });

  it("skips the intent gate, and holds only a verbatim notFor against a known error", async () => {
    const skill = firstOf("node-import-outside-module");
    const careful = { ...skill, keys: { ...skill.keys, notFor: ["typescript module resolution"] } };
    const error = "SyntaxError: Cannot use import statement outside a module";
    expect(await names(error, { task: "What is a module?" }, [careful])).toEqual([skill.name]);
    expect(await names(error, { task: "typescript module resolution is broken" }, [careful])).toEqual([]);
  });

  it("takes words from here and there in an output for no notFor phrase, and those of one clause for one", async () => {
    const symptom = "Permissions 0644 for 'deploy_key' are too open.";
    const skill: SkillContent = {
      ...firstOf("csv-import-utf16-encoding"),
      name: "private-key-too-open",
      description: "",
      keys: {
        appliesWhen: [],
        symptoms: [symptom],
        signatures: [],
        queries: [],
        notFor: ["changed host key"],
      },
    };
    const json = (said: string) =>
      `fatal: [db-4]: UNREACHABLE! => {"changed": false, "msg": "Failed to connect to the host: ${said}Permissions 0664 for 'keys/prov.pem' are too open.\\r\\nThis private key will be ignored."}`;
    expect(await names(json(""), {}, [skill])).toEqual([skill.name]);
    expect(await names(json("the host key has changed. "), {}, [skill])).toEqual([]);
  });
});
