/** Results of tests, worst first. */
const worstFirst = `array['error', 'failed', 'warning', 'passed', 'unknown']`;

/** SQL of the worst of several results, as an aggregate; null without any. */
export function worstResult(column: string): string {
  return `(${worstFirst})[min(array_position(${worstFirst}, ${column}))]`;
}
