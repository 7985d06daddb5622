import { endOfString } from './json.ts';

/**
 * The span of a member in the text of its object: the opening quote of its name, the offset after its colon, and the end of its
 * value.
 */
type MemberSpan = { name: string; start: number; valueStart: number; end: number };

/**
 * The text of a member's value, byte for byte as written; the last one if the name is duplicated. The text must be a valid JSON
 * object.
 */
export function memberText(text: string, name: string): string | undefined {
  const span = spansOf(text).findLast((member) => member.name === name);
  return span && text.slice(span.valueStart, span.end).trim();
}

/**
 * Removes members from the text of an object; all other bytes stay, except commas that are no longer needed. The text must be a
 * valid JSON object.
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
 * Appends members, whose values are JSON texts, to the text of an object. `withoutMembers` with the same names restores every
 * byte.
 */
export function withMembers(text: string, members: Readonly<Record<string, string>>): string {
  const added = Object.entries(members).map(([name, value]) => `${JSON.stringify(name)}:${value}`);
  if (added.length === 0) return text;
  const last = spansOf(text).at(-1);
  const at = last?.end ?? text.indexOf('{') + 1;
  return `${text.slice(0, at)}${last ? ',' : ''}${added.join(',')}${text.slice(at)}`;
}

/** Replaces the value of a member, which is a JSON text, where it is written; a new member is appended. All other bytes stay. */
export function withMember(text: string, name: string, value: string): string {
  const span = spansOf(text).findLast((member) => member.name === name);
  if (!span) return withMembers(text, { [name]: value });
  const gap = /^\s*/.exec(text.slice(span.valueStart, span.end))?.[0] ?? '';
  return text.slice(0, span.valueStart) + gap + value + text.slice(span.end);
}

/** The members of the object itself in their order, without nested ones. */
function spansOf(text: string): MemberSpan[] {
  const spans: MemberSpan[] = [];
  let at = text.indexOf('{') + 1;
  for (;;) {
    const start = text.indexOf('"', at);
    // After the last member, only the closing brace and white space follow.
    if (start === -1) return spans;
    const nameEnd = endOfString(text, start) + 1;
    const valueStart = text.indexOf(':', nameEnd) + 1;
    const end = endOfValue(text, valueStart);
    const name = JSON.parse(text.slice(start, nameEnd)) as string;
    spans.push({ name, start, valueStart, end });
    at = end;
  }
}

/** The offset after a value, without white space that follows the value. */
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
