/** Most that may be spent on models in a day of UTC. A day in which one of them is reached learns on the next. */
export interface ModelBudget {
  readonly calls?: number;
  /** Input and output together. */
  readonly tokens?: number;
  /** In the currency of the prices. */
  readonly cost?: number;
}

/** For a million tokens, in one currency of the host's own choice. */
export interface ModelPrice {
  readonly input: number;
  readonly output: number;
  /** For input that the provider read from its cache. Default: that of other input. */
  readonly cachedInput?: number;
}

/** By the id of a model. */
export type ModelPrices = Readonly<Record<string, ModelPrice>>;
