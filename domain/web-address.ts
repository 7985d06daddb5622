import { Type } from '@sinclair/typebox';

/** What no address contains unescaped, here also half an escape: where it ends would be a matter of opinion. */
const foreign = /[\s\p{C}"<>\\^`{|}]|%(?![\da-f]{2})/iu;

/** A host or more stands behind the slashes, and nobody's name and password before it. */
const withHost = /^https?:\/\/[^/?#@]+(?:[/?#]|$)/i;

/** Whether the text is an address on the web with a host, and without a user; letters of all languages are fine. */
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
