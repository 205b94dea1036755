/**
 * The skills that hold one term: slots in ascending order, each with its packed facts. Plain arrays of
 * small integers, because most terms stand in one or two skills and a typed array costs more than they do.
 */
export interface PostingList {
  readonly slots: number[];
  readonly facts: number[];
}

/** Where `slot` stands in the list, or -1. */
export function findSlot(list: PostingList, slot: number): number {
  const { slots } = list;
  let low = 0;
  let high = slots.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const value = slots[middle] as number;
    if (value === slot) return middle;
    if (value < slot) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** Takes a slot out. Its order stays, so later searches still find the others. */
export function removeSlot(list: PostingList, slot: number): void {
  const at = findSlot(list, slot);
  if (at < 0) return;
  list.slots.splice(at, 1);
  list.facts.splice(at, 1);
}
