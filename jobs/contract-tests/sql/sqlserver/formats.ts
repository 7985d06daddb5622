import { literalOf } from '../../../../domain/dialects/literals/literal.ts';
import { formatPatterns } from '../value-formats.ts';

const like = (text: string, pattern: string): string =>
  `${text} like ${literalOf('sqlserver', pattern)} escape N'\\'`;

/** Condition: only characters of a set, in the bracket syntax of LIKE. */
const only = (text: string, set: string): string => `not ${like(text, `%[^${set}]%`)}`;

/** The text before and after a mark; NULL before an absent mark. */
const before = (text: string, mark: string): string =>
  `stuff(${text}, charindex(N'${mark}', ${text}), 4000, N'')`;
const behind = (text: string, mark: string): string =>
  `stuff(${text}, 1, charindex(N'${mark}', ${text}), N'')`;

const maxLabelLength = 63;

const host = (text: string): string =>
  [
    only(text, String.raw`A-Za-z0-9.\-`),
    like(text, '[A-Za-z0-9]%'),
    like(text, '%[A-Za-z0-9]'),
    ...['%..%', '%.-%', '%-.%', `%${'[^.]'.repeat(maxLabelLength + 1)}%`].map(
      (pattern) => `not ${like(text, pattern)}`,
    ),
  ].join(' and ');

const email = (text: string): string =>
  [
    like(text, '_%@_%'),
    `not ${like(text, '%@%@%')}`,
    only(before(text, '@'), String.raw`A-Za-z0-9.!#$%&'*+/=?\^_${'`'}{|}~\-`),
    host(behind(text, '@')),
  ].join(' and ');

const uri = (text: string): string => {
  const rest = behind(text, ':');
  return [
    like(text, '[A-Za-z]%:_%'),
    only(before(text, ':'), String.raw`A-Za-z0-9+.\-`),
    only(rest, String.raw`A-Za-z0-9._~:/?#@!$&'()*+,;=%\[\]\-`),
    ...['%[%][^0-9A-Fa-f]%', '%[%]_[^0-9A-Fa-f]%', '%[%]', '%[%]_'].map(
      (pattern) => `not ${like(rest, pattern)}`,
    ),
  ].join(' and ');
};

/** A part is a valid byte when it equals the number's canonical text. */
const ipv4 = (text: string): string =>
  [
    only(text, '0-9.'),
    ...[1, 2, 3, 4]
      .map((part) => `parsename(${text}, ${part})`)
      .map((part) => `cast(try_cast(${part} as tinyint) as nvarchar(3)) = ${part}`),
  ].join(' and ');

const byte = (text: string): string =>
  [
    `datalength(${text}) / 2 % 4 = 0`,
    only(text, 'A-Za-z0-9+/='),
    `not ${like(text, '%=[^=]%')}`,
    `not ${like(text, '%===%')}`,
  ].join(' and ');

const conditions = new Map<string, (text: string) => string>([
  [formatPatterns.email, email],
  [formatPatterns.uri, uri],
  [formatPatterns.hostname, host],
  [formatPatterns.ipv4, ipv4],
  [formatPatterns.byte, byte],
]);

/**
 * The condition for the pattern of an ODCS format, which needs more than one LIKE; undefined for other
 * patterns. Never NULL, and true for a missing text.
 */
export function formatCondition(text: string, pattern: string): string | undefined {
  const write = conditions.get(pattern);
  return write && `(case when ${text} is null or (${write(text)}) then 1 else 0 end = 1)`;
}
