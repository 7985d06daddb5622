import { NotExpressible } from './sql-dialect.ts';

/** Regular expressions for the numeric fields of JDK DateTimeFormatter, by their letters. */
const numbers: Record<string, string> = {
  yyyy: '[0-9]{4}',
  uuuu: '[0-9]{4}',
  yy: '[0-9]{2}',
  uu: '[0-9]{2}',
  MM: '(0[1-9]|1[0-2])',
  M: '([1-9]|1[0-2])',
  dd: '(0[1-9]|[12][0-9]|3[01])',
  d: '([1-9]|[12][0-9]|3[01])',
  DDD: '[0-3][0-9]{2}',
  HH: '([01][0-9]|2[0-3])',
  H: '([0-9]|1[0-9]|2[0-3])',
  hh: '(0[1-9]|1[0-2])',
  h: '([1-9]|1[0-2])',
  kk: '(0[1-9]|1[0-9]|2[0-4])',
  KK: '(0[0-9]|1[01])',
  mm: '[0-5][0-9]',
  m: '([0-9]|[1-5][0-9])',
  ss: '[0-5][0-9]',
  s: '([0-9]|[1-5][0-9])',
  a: '(AM|PM|am|pm)',
  Q: '[1-4]',
  ww: '(0[1-9]|[1-4][0-9]|5[0-3])',
  e: '[1-7]',
};

/** Names of months and days are English, as in most data. */
const names: Record<string, string> = {
  MMM: '(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)',
  MMMM: '(January|February|March|April|May|June|July|August|September|October|November|December)',
  E: '(Mon|Tue|Wed|Thu|Fri|Sat|Sun)',
  EE: '(Mon|Tue|Wed|Thu|Fri|Sat|Sun)',
  EEE: '(Mon|Tue|Wed|Thu|Fri|Sat|Sun)',
  EEEE: '(Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)',
};

const hours = '[+-](0[0-9]|1[0-8])';

const zones: Record<string, string> = {
  X: `(Z|${hours}([0-5][0-9])?)`,
  XX: `(Z|${hours}[0-5][0-9])`,
  XXX: `(Z|${hours}:[0-5][0-9])`,
  x: `${hours}([0-5][0-9])?`,
  xx: `${hours}[0-5][0-9]`,
  xxx: `${hours}:[0-5][0-9]`,
  Z: `${hours}[0-5][0-9]`,
  VV: '[A-Za-z][A-Za-z0-9_+/-]*',
  z: '[A-Z][A-Za-z0-9+:-]*',
};

const fields = { ...numbers, ...names, ...zones };

const special = /[.*+?^$()[\]{}|\\]/g;

/**
 * Escapes with brackets instead of backslashes, which some dialects need twice; a caret cannot be alone in
 * brackets.
 */
function escaped(text: string): string {
  return text.replace(special, (character) =>
    character === '^' || character === '\\' ? `\\${character}` : `[${character}]`,
  );
}

function fieldOf(letters: string, format: string): string {
  if (/^S+$/.test(letters)) return `[0-9]{${letters.length}}`;
  const field = Object.hasOwn(fields, letters) ? fields[letters] : undefined;
  if (field !== undefined) return field;
  throw new NotExpressible(`The date format '${format}' cannot be checked: it has '${letters}'`);
}

/**
 * One part of a format: a run of one letter, a quoted text, a bracket of an optional section, or any other
 * character.
 */
const parts = /([A-Za-z])\1*|'(?:[^']|'')*'|[^A-Za-z']|'/g;

function partOf(part: string, format: string): string {
  if (/^[A-Za-z]/.test(part)) return fieldOf(part, format);
  if (part === '[') return '(';
  if (part === ']') return ')?';
  if (part === "''") return "'";
  if (part === "'") throw new NotExpressible(`The date format '${format}' has an unclosed quote`);
  if (part.startsWith("'")) return escaped(part.slice(1, -1).replaceAll("''", "'"));
  return escaped(part);
}

/**
 * The regular expression for texts of a JDK DateTimeFormatter pattern (ODCS `logicalTypeOptions.format`),
 * anchored at both ends. It knows the range of each field but not the lengths of months: `2024-02-31` matches.
 * A pattern with other fields is `NotExpressible`.
 */
export function datePattern(format: string): string {
  const written = (format.match(parts) ?? []).map((part) => partOf(part, format));
  const opened = written.filter((part) => part === '(').length;
  if (opened !== written.filter((part) => part === ')?').length)
    throw new NotExpressible(`The date format '${format}' has an unmatched bracket`);
  return `^${written.join('')}$`;
}
