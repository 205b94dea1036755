import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

type HashText = (text: string) => string;

const byHand: HashText = (text) => bytesToHex(sha256(utf8ToBytes(text)));

let hashText: HashText | undefined;

/** That of Node where there is one, asked for and not imported: the stages need none. */
function fastest(): HashText {
  const { process } = globalThis as { readonly process?: Partial<NodeJS.Process> };
  const crypto = process?.getBuiltinModule?.("node:crypto");
  return crypto?.hash === undefined ? byHand : (text) => crypto.hash("sha256", text);
}

/**
 * SHA-256 of the UTF-8 text, hex. Pure JavaScript where there is no Node; with it six times as fast in an agent that
 * does other things in between, and an error's hint waits for it.
 */
export function sha256Hex(text: string): string {
  hashText ??= fastest();
  return hashText(text);
}

/** The first `length` hex digits, for ids a person reads. 12 digits collide once in 16 million entries. */
export function shortHash(text: string, length = 12): string {
  return sha256Hex(text).slice(0, length);
}
