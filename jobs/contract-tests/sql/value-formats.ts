import type { ValueFormat } from '../plan/planned-check.ts';

const label = '[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const host = `${label}([.]${label})*`;

const byte = '(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])';
const ipv4 = `${byte}([.]${byte}){3}`;

const group = '[0-9A-Fa-f]{1,4}';

/** Numbers of groups of an address before and after a `::`. */
const shortened = [1, 2, 3, 4, 5, 6].map((before) => {
  const behind = 7 - before;
  return `(${group}:){1,${before}}(:${group}){1,${behind}}`;
});

/** The last two groups may be written as an IPv4 address. */
const mixed = [1, 2, 3, 4, 5].map(
  (before) => `(${group}:){${before}}:(${group}:){0,${5 - before}}${ipv4}`,
);

const ipv6 = [
  `(${group}:){7}${group}`,
  `(${group}:){1,7}:`,
  ...shortened,
  `:((:${group}){1,7}|:)`,
  `(${group}:){6}${ipv4}`,
  `::(${group}:){0,5}${ipv4}`,
  ...mixed,
].join('|');

const uriCharacter = "[A-Za-z0-9._~:/?#@!$&'()*+,;=-]";
const escape = '%[0-9A-Fa-f][0-9A-Fa-f]';

/**
 * Each format as a regular expression that POSIX, RE2, ICU, PCRE and Java interpret alike: brackets, groups and
 * counts, no character classes by letter, no look-ahead; all of them linear. Sources: HTML (email), RFC 4122,
 * 3986, 1123, 2673, 4291, 4648 (byte, i.e. base64). `binary` is any text, as in OpenAPI, so it has no pattern.
 */
export const formatPatterns: Record<Exclude<ValueFormat, 'binary'>, string> = {
  email: `^[A-Za-z0-9.!#$%&'*+/=?^_\`{|}~-]+@${host}$`,
  uuid: '^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$',
  uri: `^[A-Za-z][A-Za-z0-9+.-]*:(${uriCharacter}|${escape}|\\[|\\])+$`,
  hostname: `^${host}$`,
  ipv4: `^${ipv4}$`,
  ipv6: `^(${ipv6})$`,
  byte: '^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$',
};
