/**
 * Foreign text as one line: no line ends, which could begin a header, no other controls, and nothing that turns the
 * direction of what stands behind it.
 */
export function oneLine(text: string, longest = 300): string {
  const line = text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/\p{Cs}/gu, '\ufffd')
    .trim();
  return line.length > longest ? `${wholeStart(line, longest)}…` : line;
}

/** Foreign text of several lines, as it is but for controls that no mail may hold. */
export function severalLines(text: string): string {
  return (
    text
      .replace(/\r\n?/g, '\n')
      // oxlint-disable-next-line no-control-regex -- they are what is looked for
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
      .replace(/\p{Cs}/gu, '\ufffd')
  );
}

/** The first characters of the text; half a surrogate pair is left out. */
function wholeStart(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
}

/** The text, or as much of its beginning as fits into so many bytes of UTF-8. */
export function firstBytes(text: string, most: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= most) return text;
  let end = most;
  // Continuation bytes belong to the character before them.
  while (((bytes[end] ?? 0) & 0b1100_0000) === 0b1000_0000) end--;
  return bytes.toString('utf8', 0, end);
}
