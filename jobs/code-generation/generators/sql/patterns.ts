import type { TypeDialect } from '../../../../domain/dialects/dialect.ts';
import { sqlText } from '../../../../domain/dialects/names/sql-text.ts';

/** Expressions that mean the same in all dialects of regular expressions. */
const portable = /^(?:[^\\?]|\\[dwsDWS.\-+*?()[\]{}|^$/]|\?(?![=!<:>P]))*$/;

/** Replaces a final `$`, which also matches before a last line break, with `\z`. */
const toVeryEnd = (pattern: string): string => pattern.replace(/(?<!\\)\$$/, String.raw`\z`);

type Sets = Readonly<Record<string, string>>;

const ofAscii: Sets = { d: '0-9', w: 'A-Za-z0-9_' };

/** `\s` of a contract, for platforms whose `\s` matches ASCII only; `code` writes a character. */
const blanks = (code: (digits: string) => string): string =>
  [
    String.raw`\s\v`,
    ...['00a0', '1680'].map(code),
    ['2000', '200a'].map(code).join('-'),
    ...['2028', '2029', '202f', '205f', '3000', 'feff'].map(code),
  ].join('');

/** Sets that a platform reads differently from a contract: digits and letters of all languages, or ASCII blanks only. */
const setsOf: Partial<Record<TypeDialect, Sets>> = {
  postgres: { ...ofAscii, s: blanks((digits) => `\\u${digits}`) },
  duckdb: { s: blanks((digits) => `\\x{${digits}}`) },
  mysql: ofAscii,
  oracle: ofAscii,
};

/** Replaces `.` on platforms where it matches line breaks. */
const points: Partial<Record<TypeDialect, string>> = { postgres: String.raw`[^\n\r]` };

/** Patterns that a platform reads differently. */
const misread: Partial<Record<TypeDialect, RegExp>> = {
  // A backslash between brackets is an ordinary character.
  oracle: /\[[^\]]*\\/,
};

/** Replaces sets and points by character lists; a negated set within brackets stays, because no list can express it. */
function withLists(pattern: string, sets: Sets, point = '.'): string {
  let isClass = false;
  return pattern.replace(/\\.|[[\].]/gs, (found) => {
    if (found === '.') return isClass ? found : point;
    if (found === '[' || found === ']') isClass = found === '[';
    const letter = found.charAt(1);
    const set = sets[letter.toLowerCase()];
    const isLeftOut = letter !== letter.toLowerCase();
    if (set === undefined || (isLeftOut && isClass)) return found;
    return isClass ? set : `[${isLeftOut ? '^' : ''}${set}]`;
  });
}

type Matcher = (sql: string, pattern: string, text: (pattern: string) => string) => string;

/** The condition that a text contains a match. */
const matchers: Partial<Record<TypeDialect, Matcher>> = {
  postgres: (sql, pattern, text) => `${sql} ~ ${text(pattern)}`,
  duckdb: (sql, pattern, text) => `regexp_matches(${sql}, ${text(pattern)})`,
  databricks: (sql, pattern, text) => `${sql} RLIKE ${text(toVeryEnd(pattern))}`,
  // MySQL and MariaDB understand both.
  mysql: (sql, pattern, text) => `${sql} REGEXP ${text(toVeryEnd(pattern))}`,
  oracle: (sql, pattern, text) => `REGEXP_LIKE(${sql}, ${text(pattern)})`,
  // In ClickHouse `.` matches line breaks unless `(?-s)` is set.
  clickhouse: (sql, pattern, text) =>
    `match(${sql}, ${text(pattern.includes('.') ? `(?-s)${pattern}` : pattern)})`,
};

/** The condition that a text contains a match of a pattern; empty if the platform would read the pattern differently. */
export function patternSql(dialect: TypeDialect, sql: string, pattern: string): string {
  const match = matchers[dialect];
  if (match === undefined || pattern.length > 500 || !isExpression(pattern)) return '';
  const written = withLists(pattern, setsOf[dialect] ?? {}, points[dialect]);
  if (misread[dialect]?.test(written) === true) return '';
  return match(sql, written, (text) => sqlText(dialect, text));
}

function isExpression(pattern: string): boolean {
  // Counts of more than 255 are refused by Postgres.
  if (!portable.test(pattern) || /[^\x20-\x7e]|\{\d{3,}|\{,|\d{4,}\}|\[\[|\[:/.test(pattern))
    return false;
  try {
    return new RegExp(pattern, 'u').source !== '';
  } catch {
    return false;
  }
}
