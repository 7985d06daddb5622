/** More than any list shows; longer texts would take long to read. */
const maxLength = 1_000;

/** The words of Markdown or HTML in one line, for lists in which a description is only an excerpt. */
export function plainText(text: string): string {
  return (
    text
      .slice(0, maxLength)
      .replaceAll(/<[^<>]*>/gu, ' ')
      .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/gu, '$1')
      .replaceAll(/[*`#>]+/gu, '')
      // Names of fields like order_id keep theirs.
      .replaceAll(/(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, '')
      .replaceAll(/\s+/gu, ' ')
      .trim()
  );
}

/** A name as it fits into a page: one that is longer than any name ends with an ellipsis. */
export function shortName(name: string, max = 200): string {
  return name.length > max ? `${name.slice(0, max)}…` : name;
}
