/** The words of Markdown or HTML in one line, for lists in which a description is only an excerpt. */
export function plainText(text: string): string {
  return (
    text
      .replaceAll(/<[^<>]*>/gu, ' ')
      .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/gu, '$1')
      .replaceAll(/[*`#>]+/gu, '')
      // Names of fields like order_id keep theirs.
      .replaceAll(/(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, '')
      .replaceAll(/\s+/gu, ' ')
      .trim()
  );
}
