/** A file of the benchmark that cannot be used, with every problem found in it. */
export class DataError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join("\n"));
    this.name = "DataError";
    this.problems = problems;
  }
}
