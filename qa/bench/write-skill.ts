import { openStoreForQa } from "../open-store.ts";
import { benchSkill } from "./library.ts";

// Runs as a process of its own: `write-skill.ts HOME INDEX` adds one skill to a home that others have open.
const [home = "", index = "0"] = process.argv.slice(2);
const store = await openStoreForQa(home);
const { version, write } = benchSkill(Number(index), Date.now());
await store.addVersions([version]);
await store.writeHeads([write]);
await store.close();
