import { NotExpressible } from './sql-dialect.ts';

/**
 * The characters allowed at one position: those in `items` or, negated, all others; any character without
 * items.
 */
export type CharacterSet = {
  items: readonly (readonly [from: string, to: string])[];
  negated: boolean;
};

/** One character of a set or, with `more`, any number of further ones. */
export type Unit = { set: CharacterSet; more: boolean };

/** Texts that a regular expression matches: a sequence of units. */
export type Branch = { units: readonly Unit[]; fromStart: boolean; toEnd: boolean };

const anything: CharacterSet = { items: [], negated: true };

/** A condition with more alternatives would be too slow to run. */
const maxBranches = 100;
const maxBranchLength = 500;

const digits: CharacterSet['items'] = [['0', '9']];
const wordLetters: CharacterSet['items'] = [['a', 'z'], ['A', 'Z'], ...digits, ['_', '_']];
const blanks: CharacterSet['items'] = ' \t\n\r\f\v'.split('').map((one) => [one, one] as const);

const classes: Readonly<Record<string, CharacterSet>> = {
  d: { items: digits, negated: false },
  D: { items: digits, negated: true },
  w: { items: wordLetters, negated: false },
  W: { items: wordLetters, negated: true },
  s: { items: blanks, negated: false },
  S: { items: blanks, negated: true },
};

const controls: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', f: '\f', v: '\v' };

/** A sequence of units without anchors. */
type Sequence = readonly Unit[];

type Reader = { pattern: string; at: number };

function fail(what: string): never {
  throw new NotExpressible(what);
}

/**
 * The branches of a regular expression that consists of characters, sets, groups and counts; refuses all
 * others.
 */
export function branchesOf(pattern: string): Branch[] {
  const reader: Reader = { pattern, at: 0 };
  const branches: Branch[] = [];
  do {
    const fromStart = take(reader, '^');
    const sequences = readSequences(reader);
    const toEnd = take(reader, '$');
    branches.push(...sequences.map((units) => trimmed({ units, fromStart, toEnd })));
    if (branches.length > maxBranches) fail('it has too many alternatives');
  } while (take(reader, '|'));
  if (reader.at < pattern.length)
    fail(`it has '${pattern.charAt(reader.at)}' where it means something`);
  return branches;
}

/** A repetition at an unanchored end is superfluous. */
function trimmed(branch: Branch): Branch {
  const units = branch.units.map((unit, index) => {
    const isOpen =
      (index === 0 && !branch.fromStart) || (index === branch.units.length - 1 && !branch.toEnd);
    return isOpen ? { ...unit, more: false } : unit;
  });
  return { ...branch, units };
}

function take(reader: Reader, mark: string): boolean {
  if (!reader.pattern.startsWith(mark, reader.at)) return false;
  reader.at += mark.length;
  return true;
}

/** All sequences that the next part can match, up to its end mark. */
function readSequences(reader: Reader): Sequence[] {
  let sequences: Sequence[] = [[]];
  while (reader.at < reader.pattern.length && !/[|)$^]/.test(reader.pattern.charAt(reader.at))) {
    sequences = joined(sequences, counted(reader, readAtom(reader)));
  }
  return sequences;
}

function joined(before: readonly Sequence[], after: readonly Sequence[]): Sequence[] {
  if (before.length * after.length > maxBranches) fail('it has too many alternatives');
  const all = before.flatMap((one) => after.map((other) => [...one, ...other]));
  return all.some((sequence) => sequence.length > maxBranchLength) ? fail('it is too long') : all;
}

function readAtom(reader: Reader): Sequence[] {
  if (take(reader, '(')) return readGroup(reader);
  return [[{ set: readSet(reader), more: false }]];
}

function readGroup(reader: Reader): Sequence[] {
  if (!take(reader, '?:') && reader.pattern.charAt(reader.at) === '?')
    fail('it looks ahead or behind');
  const alternatives: Sequence[] = [];
  do alternatives.push(...readSequences(reader));
  while (take(reader, '|'));
  return take(reader, ')') ? alternatives : fail('a group has no end, or an anchor in it');
}

function readSet(reader: Reader): CharacterSet {
  const character = reader.pattern.charAt(reader.at++);
  if (character === '.') return anything;
  if (character === '[') return readBrackets(reader);
  if (character === '\\') return readEscape(reader);
  if (/[*+?{]/.test(character)) fail(`it has '${character}' with nothing to repeat`);
  return single(character);
}

const single = (character: string): CharacterSet => ({
  items: [[character, character]],
  negated: false,
});

function readEscape(reader: Reader): CharacterSet {
  const character = reader.pattern.charAt(reader.at++);
  const known = classes[character];
  if (known !== undefined) return known;
  const control = controls[character];
  if (control !== undefined) return single(control);
  return /[A-Za-z0-9]|^$/.test(character) ? fail(`it has '\\${character}'`) : single(character);
}

function readBrackets(reader: Reader): CharacterSet {
  const negated = take(reader, '^');
  const items: (readonly [string, string])[] = [];
  while (!take(reader, ']') || items.length === 0) {
    if (reader.at >= reader.pattern.length) fail('a bracket has no end');
    items.push(...readItem(reader));
  }
  return { items, negated };
}

function readItem(reader: Reader): CharacterSet['items'] {
  const from = readMember(reader);
  const isRange = /^-[^\]]/.test(reader.pattern.slice(reader.at, reader.at + 2));
  if (from.items.length !== 1 || from.items[0]?.[0] !== from.items[0]?.[1] || !isRange)
    return from.items;
  reader.at += 1;
  const to = readMember(reader).items;
  return [[from.items[0]?.[0] ?? '', to[0]?.[1] ?? '']];
}

function readMember(reader: Reader): CharacterSet {
  if (reader.pattern.startsWith('[:', reader.at)) fail('it has a named character class');
  const character = reader.pattern.charAt(reader.at++);
  if (character !== '\\') return single(character);
  const set = readEscape(reader);
  return set.negated ? fail('it has a negated class within brackets') : set;
}

/** The sequences repeated as the following quantifier says; with an open count the last unit repeats. */
function counted(reader: Reader, once: readonly Sequence[]): Sequence[] {
  const count = readCount(reader);
  if (count === undefined) return [...once];
  // Lazy and possessive quantifiers match the same texts.
  if (!take(reader, '?')) take(reader, '+');
  const { min, max } = count;
  if (max === undefined) return endless(once, min);
  let exactly: Sequence[] = [[]];
  const all: Sequence[] = [];
  for (let times = 0; times <= max; times++) {
    if (times >= min) all.push(...exactly);
    if (all.length > maxBranches) fail('it has too many alternatives');
    if (times < max) exactly = joined(exactly, once);
  }
  return all;
}

function endless(once: readonly Sequence[], min: number): Sequence[] {
  const [sequence, ...others] = once;
  const [unit, ...further] = sequence ?? [];
  if (unit === undefined || others.length + further.length > 0 || unit.more) {
    fail('it repeats a group any number of times');
  }
  if (min > maxBranchLength) fail('it is too long');
  const needed: Unit[] = Array.from({ length: min }, () => unit);
  const last = { ...unit, more: true };
  // The last unit of a repetition may repeat; zero repetitions are a separate alternative.
  return min === 0 ? [[], [last]] : [[...needed.slice(0, -1), last]];
}

function readCount(reader: Reader): { min: number; max: number | undefined } | undefined {
  if (take(reader, '*')) return { min: 0, max: undefined };
  if (take(reader, '+')) return { min: 1, max: undefined };
  if (take(reader, '?')) return { min: 0, max: 1 };
  const found = /^\{(\d{1,4})(,?)(\d{0,4})\}/.exec(reader.pattern.slice(reader.at, reader.at + 12));
  if (found === null) return undefined;
  reader.at += found[0].length;
  const min = Number(found[1]);
  if (found[2] === '') return { min, max: min };
  return { min, max: found[3] === '' ? undefined : Number(found[3]) };
}
