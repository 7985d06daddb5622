import { refuseScim } from '../protocol/refuse-scim.ts';
import { readTokens } from './tokens.ts';
import type { Tokens } from './tokens.ts';

export const comparisons = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const;
export type Comparison = (typeof comparisons)[number];
export type FilterValue = string | number | boolean | null;

/** A filter expression (RFC 7644 §3.4.2.2); paths are as they were written. */
export type Filter =
  | { op: 'and' | 'or'; filters: readonly Filter[] }
  | { op: 'not'; filter: Filter }
  | { op: 'pr'; path: string }
  | { op: Comparison; path: string; value: FilterValue }
  | { op: '[]'; path: string; filter: Filter };

/** Bounds of a filter, so that neither the stack nor the planner of Postgres is exhausted. */
const maxDepth = 40;
const maxTerms = 200;

/** Reads a filter; refuses with `invalidFilter`. */
export function parseFilter(text: string): Filter {
  const tokens = readTokens(text, 'invalidFilter');
  const filter = readFilter(tokens, createBounds());
  if (tokens.peek().kind !== 'end') tokens.fail("'and', 'or' or the end");
  return filter;
}

type Bounds = { depth: number; terms: number; isInPath: boolean };

/** What the parts of one expression have used of the bounds. */
export function createBounds(): Bounds {
  return { depth: 0, terms: 0, isInPath: false };
}

/** Reads `… or …`, which binds less than `… and …`. */
export function readFilter(tokens: Tokens, bounds: Bounds): Filter {
  bounds.depth += 1;
  if (bounds.depth > maxDepth) {
    refuseScim('invalidFilter', `A filter is nested at most ${maxDepth} levels deep.`);
  }
  const filter = readChain(tokens, 'or', () =>
    readChain(tokens, 'and', () => readTerm(tokens, bounds)),
  );
  bounds.depth -= 1;
  return filter;
}

function readChain(tokens: Tokens, op: 'and' | 'or', read: () => Filter): Filter {
  const filters = [read()];
  while (tokens.peek().kind === 'word' && tokens.peek().text.toLowerCase() === op) {
    tokens.next();
    filters.push(read());
  }
  return filters.length === 1 ? (filters[0] as Filter) : { op, filters };
}

function readTerm(tokens: Tokens, bounds: Bounds): Filter {
  bounds.terms += 1;
  if (bounds.terms > maxTerms) {
    refuseScim('invalidFilter', `A filter has at most ${maxTerms} terms.`);
  }
  if (tokens.peek().text === '(') return readGroup(tokens, bounds);
  const word = tokens.peek();
  if (word.kind !== 'word') tokens.fail("an attribute, 'not' or '('");
  tokens.next();
  if (word.text.toLowerCase() === 'not' && tokens.peek().text === '(') {
    return { op: 'not', filter: readGroup(tokens, bounds) };
  }
  if (tokens.peek().text === '[' && !bounds.isInPath)
    return readValuePath(tokens, bounds, word.text);
  return readComparison(tokens, word.text);
}

function readGroup(tokens: Tokens, bounds: Bounds): Filter {
  tokens.expect('(');
  const filter = readFilter(tokens, bounds);
  tokens.expect(')');
  return filter;
}

/** Reads `[…]` behind an attribute; value paths do not contain value paths. */
export function readValuePath(tokens: Tokens, bounds: Bounds, path: string): Filter & { op: '[]' } {
  tokens.expect('[');
  bounds.isInPath = true;
  const filter = readFilter(tokens, bounds);
  bounds.isInPath = false;
  tokens.expect(']');
  return { op: '[]', path, filter };
}

function readComparison(tokens: Tokens, path: string): Filter {
  const { kind, text } = tokens.peek();
  const op = text.toLowerCase();
  if (kind === 'word' && op === 'pr') {
    tokens.next();
    return { op, path };
  }
  if (kind !== 'word' || !isComparison(op)) tokens.fail(`one of pr, ${comparisons.join(', ')}`);
  tokens.next();
  return { op: op, path, value: readValue(tokens) };
}

function isComparison(op: string): op is Comparison {
  return (comparisons as readonly string[]).includes(op);
}

const literals = new Set(['true', 'false', 'null']);

function readValue(tokens: Tokens): FilterValue {
  const { kind, text } = tokens.peek();
  const isLiteral = kind === 'word' && literals.has(text);
  if (kind !== 'value' && !isLiteral) tokens.fail('a value, such as "text", true, null or 5');
  try {
    const value = JSON.parse(text) as FilterValue;
    tokens.next();
    return value;
  } catch {
    return tokens.fail('a text as JSON writes it');
  }
}
