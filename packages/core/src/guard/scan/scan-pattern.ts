/** What a rule asks of a regular expression. A `RegExp` is one. */
export interface ScanPattern {
  readonly source: string;
  readonly flags: string;
  exec(text: string): RegExpExecArray | null;
  test(text: string): boolean;
}

/**
 * A pattern that is compiled when it is first asked. Most rules are never asked: what they need is not in the text,
 * or the text is ASCII and a cheaper form of the pattern stands for it.
 */
export function lazyPattern(source: string, flags = ""): ScanPattern {
  let compiled: RegExp | undefined;
  const pattern = (): RegExp => {
    compiled ??= new RegExp(source, flags);
    return compiled;
  };
  return { source, flags, exec: (text) => pattern().exec(text), test: (text) => pattern().test(text) };
}
