/**
 * Whether a verification bullet names something that can be looked at and be wrong: a command or value in a
 * code span, an exit status, or a value that is asserted. "Test that it works" names nothing.
 */
export function isConcreteCheck(text: string): boolean {
  return concreteForms.some((form) => form.test(text));
}

const concreteForms: readonly RegExp[] = [
  // A code span or block that holds more than punctuation.
  /(`+)(?=[^`]*[\p{L}\p{N}])[^`]+\1/u,
  // "exit code 0", "exits with status 1", "HTTP 200", "status is 201".
  /\b(?:exit(?:s|ed)?|status|http|code|errorlevel)\b(?:\s+(?:code|status|with|is|of|=|==|value)){0,3}\s*[:=]?\s*\d+/i,
  // "returns 3", "the count is 0", "equals 42", "x = 5".
  /(?:\b(?:is|are|be|equals?|returns?|prints?|shows?|outputs?|reports?|lists?|contains?|says?|displays?)\b|[=≥≤<>])\s+(?:exactly\s+|at (?:least|most)\s+)?-?\d/i,
  // "prints "ok"": a literal after a verb that asserts, and a literal with more than letters in it anywhere.
  /\b(?:equals?|returns?|prints?|shows?|outputs?|reports?|lists?|contains?|says?|displays?|reads?)\b[^.;]{0,40}["“「『'][^"”」』']+["”」』']/i,
  /["“「『](?=[^"”」』]*[\p{N}\p{P}\p{S}])[^"”」』]{2,}["”」』]/u,
];
