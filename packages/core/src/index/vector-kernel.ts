/** The two loops that a search by meaning spends its time in. */
export interface VectorKernel {
  /**
   * For each slot how many signs of its nearest vector differ from `signs`, into `distances`. A slot without a vector is
   * one further than any other (`furthestOf`).
   */
  signDistances(table: {
    /** The codes of all slots, `perSlot` a slot and `signs.length` words each. */
    readonly codes: Int32Array;
    /** Lengths of the vectors; 0 where there is none. */
    readonly lengths: Float32Array;
    readonly perSlot: number;
    readonly signs: Int32Array;
    /** One for each of the first slots. */
    readonly distances: Uint16Array;
  }): void;
  /** The products of `query` with vectors of bytes, into `products`, one each. */
  products(vectors: {
    readonly query: Float32Array;
    /** Puts the vectors into `room`, one after the other. */
    readonly fill: (room: Int8Array) => void;
    readonly products: Float32Array;
  }): void;
}
