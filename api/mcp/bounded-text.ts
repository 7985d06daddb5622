/** Maximum length of one answer to an agent, in characters: about 5,000 tokens. */
export const maxAnswerLength = 20_000;

/** A part of a text from an offset, with the offset of the next part if there is more; behind the end, a sentence that says so. */
export function cutAnswer(whole: string, offset: number): string {
  if (offset > 0 && offset >= whole.length)
    return `[There is nothing at offset=${offset}: the answer has ${whole.length} characters.]`;
  const end = wholeEnd(whole, offset + maxAnswerLength);
  if (offset === 0 && end === whole.length) return whole;
  const part = whole.slice(offset, end);
  const rest = end < whole.length ? ` Call again with offset=${end} for the next part.` : '';
  return `${part}\n[Characters ${offset} to ${end} of ${whole.length}.${rest}]`;
}

/** The end of a part, which splits no character. */
function wholeEnd(whole: string, end: number): number {
  if (end >= whole.length) return whole.length;
  const last = whole.charCodeAt(end - 1);
  return last >= 0xd800 && last < 0xdc00 ? end - 1 : end;
}

/** The beginning of a text of a catalog entry. */
export function shorten(text: string, maxLength: number): string {
  return text.length > maxLength ? `${text.slice(0, maxLength).trimEnd()}…` : text;
}
