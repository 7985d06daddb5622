import { fullFormats } from 'ajv-formats/dist/formats.js';

/** Whether a text is an absolute address (RFC 3986). */
export const isAddress = fullFormats.uri as (text: string) => boolean;

/** Neither form can hold itself, so that hostile texts take no more than linear time. */
const placeholder = /\$?\{[^{}]*\}|\[[^[\]]*\]/g;

/**
 * Whether a text is an absolute address once its placeholders are filled in: `{model}`, `{{model}}` and globs, which
 * people write in locations of files (decisions §3), and `${VARIABLE}` of ODCS 3.2, which may be all of it.
 */
export function isAddressTemplate(text: string): boolean {
  if (text.startsWith('${')) return true;
  return isAddress(text.replaceAll(placeholder, 'x').replaceAll(placeholder, 'x'));
}
