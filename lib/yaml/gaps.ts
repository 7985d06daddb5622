/** The next offset that is neither in white space nor in a comment. */
export function skipGap(text: string, from: number): number {
  const gap = /(?:\s+|#[^\n\r]*)*/y;
  gap.lastIndex = from;
  return from + (gap.exec(text)?.[0].length ?? 0);
}

/** Like `skipGap`, but also skips commas of a flow collection: the next offset is its bracket. */
export function skipFlow(text: string, from: number): number {
  const gap = /(?:[\s,]+|#[^\n\r]*)*/y;
  gap.lastIndex = from;
  return from + (gap.exec(text)?.[0].length ?? 0);
}

/** The offset after the colon of a key, or the end of the key if no colon follows. */
export function afterColon(text: string, keyEnd: number): number {
  let at = keyEnd;
  while (text[at] === ' ' || text[at] === '\t') at += 1;
  return text[at] === ':' ? at + 1 : keyEnd;
}

/** The end of a text before its last line break. */
export function beforeBreak(text: string, end: number): number {
  if (text[end - 1] === '\n') return text[end - 2] === '\r' ? end - 2 : end - 1;
  return text[end - 1] === '\r' ? end - 1 : end;
}

/** The end of a text before its trailing white space. */
export function beforeSpace(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && ' \t\r\n'.includes(text.charAt(at - 1))) at -= 1;
  return at;
}
