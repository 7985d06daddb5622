/**
 * Texts of the members of the object itself, byte for byte as they stand in its text, by name; of duplicates the last
 * one. The text must be that of a valid JSON object.
 */
export function memberTexts(text: string): Map<string, string> {
  const members = new Map<string, string>();
  let at = text.indexOf('{') + 1;
  for (;;) {
    const start = text.indexOf('"', at);
    if (start === -1) return members;
    const nameEnd = endOfString(text, start) + 1;
    const from = text.indexOf(':', nameEnd) + 1;
    const end = endOfValue(text, from);
    members.set(JSON.parse(text.slice(start, nameEnd)) as string, text.slice(from, end).trim());
    at = end;
  }
}

function endOfValue(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at);
    else if (character === '{' || character === '[') depth += 1;
    else if (depth === 0 && (character === ',' || character === '}')) return at;
    else if (character === '}' || character === ']') depth -= 1;
  }
  return text.length;
}

/** Index of the quote that closes the string opened at `start`. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at;
  }
  return text.length;
}
