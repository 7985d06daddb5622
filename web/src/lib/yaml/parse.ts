import { LineCounter, parseDocument } from 'yaml';
import type { Document } from 'yaml';

/** What keeps a text from being a model, with line and column from 1. */
export type YamlProblem = { message: string; line: number; column: number };

export type ParsedYaml = { document: Document.Parsed; model: unknown; problems: YamlProblem[] };

/** Reads a text as one document of YAML 1.2. The model is undefined if the text does not parse. */
export function parseText(text: string): ParsedYaml {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    keepSourceTokens: true,
    lineCounter: lines,
    prettyErrors: false,
    logLevel: 'silent',
  });
  const errors = document.errors.map(({ message, pos: [offset] }) => {
    const { line, col } = lines.linePos(offset);
    return { message, line: Math.max(line, 1), column: Math.max(col, 1) };
  });
  // One mistake often keeps a line from being read in two ways.
  const problems = errors.filter(
    ({ line }, index) => errors.findIndex((each) => each.line === line) === index,
  );
  if (problems.length > 0) return { document, model: undefined, problems };
  try {
    const model = document.toJS({ maxAliasCount: 100 }) as unknown;
    if (text.includes('*') && isCircular(model)) throw new Error('an alias is within its anchor');
    return { document, model, problems };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { document, model: undefined, problems: [{ message, line: 1, column: 1 }] };
  }
}

/** True if an object holds itself: walks through its members would not end. */
function isCircular(
  value: unknown,
  around = new Set<unknown>(),
  done = new Set<unknown>(),
): boolean {
  if (!isBox(value) || done.has(value)) return false;
  if (around.has(value)) return true;
  around.add(value);
  const found = Object.values(value).some((each) => isCircular(each, around, done));
  around.delete(value);
  done.add(value);
  return found;
}

type Box = Readonly<Record<string, unknown>>;
const isBox = (value: unknown): value is Box => typeof value === 'object' && value !== null;

/** True if both are the same JSON; the order of members does not count. */
export function sameModel(left: unknown, right: unknown): boolean {
  if (isBox(left) && isBox(right)) return left === right || sameMembers(left, right);
  return (left ?? null) === (right ?? null);
}

function sameMembers(left: Box, right: Box): boolean {
  const keys = Object.keys(left);
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  if (keys.length !== Object.keys(right).length) return false;
  return keys.every((key) => Object.hasOwn(right, key) && sameModel(left[key], right[key]));
}
