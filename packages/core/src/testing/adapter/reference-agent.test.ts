import { referenceHarness } from "./__fixtures__/reference-adapter.ts";
import { adapterContract } from "./adapter-contract.ts";

adapterContract(referenceHarness("reference agent"));
adapterContract(
  referenceHarness("reference agent that tells runs by their messages", { key: () => undefined }),
);
