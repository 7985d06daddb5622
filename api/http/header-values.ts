const longest = 4_096;

/**
 * Encodes a text for a header: percent-encoded unless it is plain ASCII, because ids may contain any Unicode, and at most 4,096
 * characters.
 */
export function headerValue(text: string): string {
  const encoded = text.replace(/[^\x20-\x7e]+/gu, (part) =>
    encodeURIComponent(part.toWellFormed()),
  );
  return encoded.slice(0, longest);
}
