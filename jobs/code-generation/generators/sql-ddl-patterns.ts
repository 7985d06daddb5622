import type { TypeDialect } from '../../../domain/dialects/dialect.ts';
import { sqlText } from '../../../domain/dialects/sql-text.ts';

/** Signs that mean the same in all dialects of regular expressions. */
const portable = /^(?:[^\\?]|\\[dwsDWS.\-+*?()[\]{}|^$/]|\?(?![=!<:>P]))*$/;

/** Without the mark, `$` finds the end before a last line break, too. */
const toVeryEnd = (pattern: string): string => pattern.replace(/(?<!\\)\$$/, String.raw`\z`);

type Sets = Readonly<Record<string, string>>;

const ofAscii: Sets = { d: '0-9', w: 'A-Za-z0-9_' };

/** `\s` of a contract, where the platform's own has no blanks beyond ASCII; `code` writes a character. */
const blanks = (code: (digits: string) => string): string =>
  [
    String.raw`\s\v`,
    ...['00a0', '1680'].map(code),
    ['2000', '200a'].map(code).join('-'),
    ...['2028', '2029', '202f', '205f', '3000', 'feff'].map(code),
  ].join('');

/** Sets that a platform reads otherwise than a contract: digits and letters of all languages, blanks of ASCII only. */
const setsOf: Partial<Record<TypeDialect, Sets>> = {
  postgres: { ...ofAscii, s: blanks((digits) => `\\u${digits}`) },
  duckdb: { s: blanks((digits) => `\\x{${digits}}`) },
  mysql: ofAscii,
  oracle: ofAscii,
};

/** What stands for a point, where one of the platform is a line break, too. */
const points: Partial<Record<TypeDialect, string>> = { postgres: String.raw`[^\n\r]` };

/** Sets and points as lists; what is left out stays as it is within brackets, where no list can say it. */
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

/** That an expression is found in a text. */
const matchers: Partial<Record<TypeDialect, Matcher>> = {
  postgres: (sql, pattern, text) => `${sql} ~ ${text(pattern)}`,
  duckdb: (sql, pattern, text) => `regexp_matches(${sql}, ${text(pattern)})`,
  databricks: (sql, pattern, text) => `${sql} RLIKE ${text(toVeryEnd(pattern))}`,
  // MySQL and MariaDB understand both.
  mysql: (sql, pattern, text) => `${sql} REGEXP ${text(toVeryEnd(pattern))}`,
  oracle: (sql, pattern, text) => `REGEXP_LIKE(${sql}, ${text(pattern)})`,
  // Here a point stands for line breaks, too, unless it is told otherwise.
  clickhouse: (sql, pattern, text) =>
    `match(${sql}, ${text(pattern.includes('.') ? `(?-s)${pattern}` : pattern)})`,
};

/** That a pattern of a contract is found in a text; empty where the platform would read it otherwise. */
export function patternSql(dialect: TypeDialect, sql: string, pattern: string): string {
  const match = matchers[dialect];
  if (match === undefined || pattern.length > 500 || !isExpression(pattern)) return '';
  const written = withLists(pattern, setsOf[dialect] ?? {}, points[dialect]);
  // A backslash within brackets is a backslash.
  if (dialect === 'oracle' && /\[[^\]]*\\/.test(written)) return '';
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
