/** Comments begin with a space, so that they are not directives; `+build` would be one even then. */
export const commentLines = (lines: readonly string[]): string[] =>
  lines
    .map((line) => line.replace(/^[\s+]+/, '').trimEnd())
    .map((line) => (line === '' ? '//' : `// ${line}`));

/** gofmt turns two apostrophes into a quotation mark, and moves lines that look like link targets. */
const settled = (line: string): string =>
  line.replaceAll(/'{2,}|`{2,}/g, '"').replace(/^([\s+]*\[[^\]]*\]):/, '$1 :');

const deprecation = ['', 'Deprecated: The data contract says so.'];

/** The lines that mark a declaration as deprecated for tools. */
export const deprecationLines = (deprecated: boolean): readonly string[] =>
  deprecated ? deprecation : [];

/** The comment of a declaration, as gofmt leaves it: one paragraph, since a line between empty ones would be a heading. */
export function docCommentLines(lines: readonly string[], deprecated = false): string[] {
  const text = lines.filter((line) => line.trim() !== '').map(settled);
  const mark = deprecationLines(deprecated);
  return commentLines([...text, ...(text.length === 0 ? mark.slice(1) : mark)]);
}
