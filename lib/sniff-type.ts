import { isUtf8 } from 'node:buffer';
import { filetypeinfo } from 'magic-bytes.js';

/** As many first bytes of a file as its type is told from. */
export const sniffedBytes = 4_100;

/** Types that are written as text; what begins like another one and is text, is text: `BMW` is no bitmap. */
const textual = new Set([
  'application/pdf',
  'application/rtf',
  'application/postscript',
  'application/xml',
  'image/svg+xml',
]);

/** The MIME type of a file as its first bytes tell it; `application/octet-stream` when they tell nothing. */
export function sniffType(first: Uint8Array): string {
  const known = filetypeinfo(first).find(({ mime }) => mime !== undefined)?.mime;
  if (!looksLikeText(first)) return known ?? 'application/octet-stream';
  return known !== undefined && textual.has(known) ? known : 'text/plain';
}

function looksLikeText(first: Uint8Array): boolean {
  if (first.length === 0 || first.some(isControl)) return false;
  if (first.length < sniffedBytes) return isUtf8(first);
  // The last character may have been cut.
  return [0, 1, 2, 3].some((cut) => isUtf8(first.subarray(0, first.length - cut)));
}

/** All but tab, line feed, form feed, carriage return and escape. */
function isControl(byte: number): boolean {
  return byte < 32 && ![9, 10, 12, 13, 27].includes(byte);
}
