/** Comments begin with a space, so that none is a directive; `+build` would be one even so. */
export const commentLines = (lines: readonly string[]): string[] =>
  lines
    .map((line) => line.replace(/^[\s+]+/, '').trimEnd())
    .map((line) => (line === '' ? '//' : `// ${line}`));

/** gofmt makes quotation marks of two apostrophes, and moves what looks like the target of a link. */
const settled = (line: string): string =>
  line.replaceAll(/'{2,}|`{2,}/g, '"').replace(/^([\s+]*\[[^\]]*\]):/, '$1 :');

const deprecation = ['', 'Deprecated: The data contract says so.'];

/** Lines that tools take for the mark of what is deprecated. */
export const deprecationLines = (deprecated: boolean): readonly string[] =>
  deprecated ? deprecation : [];

/** The comment of a declaration, as gofmt leaves it: one paragraph, since a line between empty ones would be a heading. */
export function docCommentLines(lines: readonly string[], deprecated = false): string[] {
  const text = lines.filter((line) => line.trim() !== '').map(settled);
  const mark = deprecationLines(deprecated);
  return commentLines([...text, ...(text.length === 0 ? mark.slice(1) : mark)]);
}
