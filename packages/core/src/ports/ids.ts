/** Fresh, sortable, globally unique ids for what has no identity of its own. */
export interface Ids {
  next(): string;
}
