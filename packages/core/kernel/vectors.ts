/**
 * Compares many vectors with one, sixteen bytes at a time. This is AssemblyScript, compiled by `tools/kernel.ts` into
 * `src/index/kernel-code.ts`; addresses are of the memory that `src/index/wasm-kernel.ts` lays out.
 */

/** Bytes that are compared at once. */
const block: i32 = 16;

/**
 * For each slot how many signs of its nearest vector differ from those at `signs`, as a u16 at `distances`; `furthest` for a
 * slot without a vector. A vector takes `blocks` blocks at `codes` and an f32 at `lengths`, 0 where it is not there.
 */
export function signDistances(
  codes: usize,
  lengths: usize,
  signs: usize,
  distances: usize,
  slots: i32,
  perSlot: i32,
  blocks: i32,
  furthest: i32,
): void {
  for (let slot = 0; slot < slots; slot++) {
    let nearest = furthest;
    for (let vector = 0; vector < perSlot; vector++) {
      if (load<f32>(lengths) !== 0) nearest = min(nearest, differing(codes, signs, blocks));
      codes += <usize>(blocks * block);
      lengths += sizeof<f32>();
    }
    store<u16>(distances, nearest);
    distances += sizeof<u16>();
  }
}

function differing(code: usize, signs: usize, blocks: i32): i32 {
  let sums = i32x4.splat(0);
  for (let at = 0; at < blocks; at++) {
    const bits = i8x16.popcnt(v128.xor(v128.load(code), v128.load(signs)));
    sums = i32x4.add(sums, i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(bits)));
    code += block;
    signs += block;
  }
  return (
    i32x4.extract_lane(sums, 0) +
    i32x4.extract_lane(sums, 1) +
    i32x4.extract_lane(sums, 2) +
    i32x4.extract_lane(sums, 3)
  );
}

/**
 * The products of vectors of signed bytes, one after the other at `bytes`, with the vector of f32 at `query`: an f32 each,
 * at `products`.
 */
export function products(bytes: usize, query: usize, products: usize, vectors: i32, dimension: i32): void {
  for (let vector = 0; vector < vectors; vector++) {
    // Four sums side by side, because each addition waits for the one before it.
    let a = f32x4.splat(0);
    let b = f32x4.splat(0);
    let c = f32x4.splat(0);
    let d = f32x4.splat(0);
    let factors = query;
    let left = dimension;
    for (; left >= block; left -= block) {
      const low = i16x8.extend_low_i8x16_s(v128.load(bytes));
      const high = i16x8.extend_high_i8x16_s(v128.load(bytes));
      a = f32x4.add(a, f32x4.mul(f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(low)), v128.load(factors)));
      b = f32x4.add(
        b,
        f32x4.mul(f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_s(low)), v128.load(factors, 16)),
      );
      c = f32x4.add(
        c,
        f32x4.mul(f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(high)), v128.load(factors, 32)),
      );
      d = f32x4.add(
        d,
        f32x4.mul(f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_s(high)), v128.load(factors, 48)),
      );
      bytes += block;
      factors += block * sizeof<f32>();
    }
    const sums = f32x4.add(f32x4.add(a, b), f32x4.add(c, d));
    let sum =
      f32x4.extract_lane(sums, 0) +
      f32x4.extract_lane(sums, 1) +
      f32x4.extract_lane(sums, 2) +
      f32x4.extract_lane(sums, 3);
    for (; left > 0; left--) {
      sum += <f32>load<i8>(bytes) * load<f32>(factors);
      bytes += 1;
      factors += sizeof<f32>();
    }
    store<f32>(products, sum);
    products += sizeof<f32>();
  }
}
