import { Type } from '@sinclair/typebox';

/**
 * Characters that an address cannot contain unescaped, and incomplete escapes, which would make its end
 * ambiguous.
 */
const foreign = /[\s\p{C}"<>\\^`{|}]|%(?![\da-f]{2})/iu;

/** A host follows the slashes, without a user name or password before it. */
const withHost = /^https?:\/\/[^/?#@]+(?:[/?#]|$)/i;

/** True for a web address with a host and without a user; letters of all languages are allowed. */
export function isWebAddress(text: string): boolean {
  return withHost.test(text) && !foreign.test(text) && URL.canParse(text);
}

/** An address on the web, in a body. */
export const webAddressText = Type.String({
  format: 'web-address',
  pattern: '^[Hh][Tt][Tt][Pp][Ss]?://',
  maxLength: 2000,
  'x-must-be':
    'an address with https:// or http:// and a host, without user and password, like https://example.com/file.pdf',
});
