const longest = 4_096;

/** Text for a header: percent-encoded where it is not plain ASCII, because ids may be any Unicode, and at most 4 kB. */
export function headerValue(text: string): string {
  const encoded = text.replace(/[^\x20-\x7e]+/gu, (part) =>
    encodeURIComponent(part.toWellFormed()),
  );
  return encoded.slice(0, longest);
}
