import { endOfString } from './json.ts';

/** Where a member of an object stands in its text: from the quote of its name, behind its colon, to the end of its value. */
type MemberSpan = { name: string; start: number; valueStart: number; end: number };

/**
 * Text of the value of a member, byte for byte as it stands in the text of the object; of duplicates the last one. The text
 * must be that of a valid JSON object.
 */
export function memberText(text: string, name: string): string | undefined {
  const span = spansOf(text).findLast((member) => member.name === name);
  return span && text.slice(span.valueStart, span.end).trim();
}

/**
 * The text of an object without some of its members; all other bytes stay, except the commas that are no longer
 * needed. The text must be that of a valid JSON object.
 */
export function withoutMembers(text: string, names: readonly string[]): string {
  const spans = spansOf(text);
  const first = spans[0];
  const last = spans.at(-1);
  if (!first || !last || !spans.some(({ name }) => names.includes(name))) return text;
  let kept = '';
  for (const [index, { name, start, end }] of spans.entries()) {
    if (names.includes(name)) continue;
    if (kept !== '') kept += text.slice(spans[index - 1]?.end, start);
    kept += text.slice(start, end);
  }
  return text.slice(0, first.start) + kept + text.slice(last.end);
}

/**
 * The text of an object with further members behind its own; their values are JSON texts. `withoutMembers` of the
 * same names gives back every byte.
 */
export function withMembers(text: string, members: Readonly<Record<string, string>>): string {
  const added = Object.entries(members).map(([name, value]) => `${JSON.stringify(name)}:${value}`);
  if (added.length === 0) return text;
  const last = spansOf(text).at(-1);
  const at = last?.end ?? text.indexOf('{') + 1;
  return `${text.slice(0, at)}${last ? ',' : ''}${added.join(',')}${text.slice(at)}`;
}

/** Members of the object itself, in their order; what is nested in them is passed over. */
function spansOf(text: string): MemberSpan[] {
  const spans: MemberSpan[] = [];
  let at = text.indexOf('{') + 1;
  for (;;) {
    const start = text.indexOf('"', at);
    // Behind the last member only the closing brace and white space follow.
    if (start === -1) return spans;
    const nameEnd = endOfString(text, start) + 1;
    const valueStart = text.indexOf(':', nameEnd) + 1;
    const end = endOfValue(text, valueStart);
    const name = JSON.parse(text.slice(start, nameEnd)) as string;
    spans.push({ name, start, valueStart, end });
    at = end;
  }
}

/** Index behind a value; white space that follows it is not part of it. */
function endOfValue(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at);
    else if (character === '{' || character === '[') depth += 1;
    else if (depth === 0 && (character === ',' || character === '}')) return trimmedEnd(text, at);
    else if (character === '}' || character === ']') depth -= 1;
  }
  return text.length;
}

function trimmedEnd(text: string, end: number): number {
  let at = end;
  while (/\s/.test(text.charAt(at - 1))) at -= 1;
  return at;
}
