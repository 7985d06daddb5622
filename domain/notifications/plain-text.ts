/**
 * Untrusted text as one line: without line ends, which could start a header, other control characters, and
 * marks that change the direction of the following text.
 */
export function oneLine(text: string, maxLength = 300): string {
  const line = text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/\p{Cs}/gu, '\ufffd')
    .trim();
  return line.length > maxLength ? `${wholeStart(line, maxLength)}…` : line;
}

/** Untrusted text of several lines, without control characters that mails do not allow. */
export function severalLines(text: string): string {
  return (
    text
      .replace(/\r\n?/g, '\n')
      // oxlint-disable-next-line no-control-regex -- control characters are removed here
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
      .replace(/\p{Cs}/gu, '\ufffd')
  );
}

/** The first characters of the text; half a surrogate pair is left out. */
function wholeStart(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
}

/** The longest start of the text within a number of UTF-8 bytes. */
export function firstBytes(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxBytes) return text;
  let end = maxBytes;
  // Continuation bytes belong to the previous character.
  while (((bytes[end] ?? 0) & 0b1100_0000) === 0b1000_0000) end--;
  return bytes.toString('utf8', 0, end);
}
