import { dotAt } from "./dot-at.ts";
import { bitCount, furthestOf } from "./vector-code.ts";
import type { VectorKernel } from "./vector-kernel.ts";

/** The kernel in plain JavaScript: for processes that run no WebAssembly, and what the other one is tested by. */
export function plainKernel(): VectorKernel {
  let room = new Int8Array(0);
  return {
    signDistances({ codes, lengths, perSlot, signs, distances }) {
      for (let slot = 0; slot < distances.length; slot += 1) {
        let nearest = furthestOf(signs.length);
        for (let vector = slot * perSlot; vector < (slot + 1) * perSlot; vector += 1)
          if (lengths[vector] !== 0)
            nearest = Math.min(nearest, differing(codes, vector * signs.length, signs));
        distances[slot] = nearest;
      }
    },
    products({ query, fill, products }) {
      const needed = products.length * query.length;
      if (room.length < needed) room = new Int8Array(needed);
      fill(room);
      for (let vector = 0; vector < products.length; vector += 1)
        products[vector] = dotAt(room, vector * query.length, query);
    },
  };
}

function differing(codes: Int32Array, start: number, signs: Int32Array): number {
  let bits = 0;
  for (let word = 0; word < signs.length; word += 1)
    bits += bitCount((codes[start + word] as number) ^ (signs[word] as number));
  return bits;
}
