/**
 * The skills that hold one term: slots in ascending order, each with its packed facts. Plain arrays of
 * small integers, because most terms stand in one or two skills and a typed array costs more than they do.
 */
export interface PostingList {
  /** One text for all the skills that hold it. */
  readonly term: string;
  readonly slots: number[];
  readonly facts: number[];
}

/** The first place from `from` on whose slot is no lower than `slot`; quick where that is near. */
export function seekSlot(list: PostingList, slot: number, from: number): number {
  const { slots } = list;
  const count = slots.length;
  let low = from;
  if (low >= count || (slots[low] as number) >= slot) return low;
  // Steps that double until they are past it, then halves of the last one. `low` is always before it.
  let step = 1;
  let high = low + 1;
  while (high < count && (slots[high] as number) < slot) {
    low = high;
    step *= 2;
    high += step;
  }
  if (high > count) high = count;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((slots[middle] as number) < slot) low = middle;
    else high = middle;
  }
  return high;
}

/** Where `slot` stands in the list, or -1. */
export function findSlot(list: PostingList, slot: number): number {
  const at = seekSlot(list, slot, 0);
  return list.slots[at] === slot ? at : -1;
}

/** Takes a slot out. Its order stays, so later searches still find the others. */
export function removeSlot(list: PostingList, slot: number): void {
  const at = findSlot(list, slot);
  if (at < 0) return;
  list.slots.splice(at, 1);
  list.facts.splice(at, 1);
}
