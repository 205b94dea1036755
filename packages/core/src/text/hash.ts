import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/** SHA-256 of the UTF-8 text, hex. Pure JavaScript, so that the stages need no `node:crypto`. */
export function sha256Hex(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

/** The first `length` hex digits, for ids a person reads. 12 digits collide once in 16 million entries. */
export function shortHash(text: string, length = 12): string {
  return sha256Hex(text).slice(0, length);
}
