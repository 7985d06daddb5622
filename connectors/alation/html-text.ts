const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/**
 * Converts HTML to plain text, with paragraphs and list items on separate lines. The result is not escaped. Undefined when there
 * is no text.
 */
export function plainText(html: string): string | undefined {
  const words = html
    .replaceAll(/<(?:br|\/p|\/div|\/li|\/tr|\/h[1-6])\b[^>]*>/gi, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(?:#(\d{1,7})|([a-z]{2,6}));/gi, entityOf)
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
  return words === '' ? undefined : words;
}

function entityOf(written: string, number: string | undefined, name: string | undefined): string {
  if (name !== undefined) return entities[name.toLowerCase()] ?? written;
  const code = Number(number);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : written;
}
