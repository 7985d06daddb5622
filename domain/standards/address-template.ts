import { fullFormats } from 'ajv-formats/dist/formats.js';

/** True for an absolute address (RFC 3986). */
export const isAddress = fullFormats.uri as (text: string) => boolean;

/** Neither form can contain itself, so that hostile texts take only linear time. */
const placeholder = /\$?\{[^{}]*\}|\[[^[\]]*\]/g;

/**
 * True for an absolute address after its placeholders are filled in: `{model}`, `{{model}}` and globs, which
 * are common in locations of files, and `${VARIABLE}` of ODCS 3.2, which may be the whole text.
 */
export function isAddressTemplate(text: string): boolean {
  if (text.startsWith('${')) return true;
  return isAddress(text.replaceAll(placeholder, 'x').replaceAll(placeholder, 'x'));
}
