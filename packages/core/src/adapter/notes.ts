/** What goes into one request: the block for the task, and the hint of each result, `""` for none. */
export interface Notes {
  readonly block: string;
  readonly hints: readonly { readonly message: number; readonly place: number; readonly text: string }[];
}

export const noNotes: Notes = { block: "", hints: [] };
