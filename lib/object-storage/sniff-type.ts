import { isUtf8 } from 'node:buffer';
import { filetypeinfo } from 'magic-bytes.js';

/** The number of leading bytes that the detection of a type needs. */
export const sniffedBytes = 4_100;

/** Types that are plain text; a text can begin like a binary format: `BMW` is not a bitmap. */
const textual = new Set([
  'application/pdf',
  'application/rtf',
  'application/postscript',
  'application/xml',
  'image/svg+xml',
]);

/** Detects the MIME type of a file from its first bytes; `application/octet-stream` if they are inconclusive. */
export function sniffType(first: Uint8Array): string {
  const known = filetypeinfo(first).find(({ mime }) => mime !== undefined)?.mime;
  if (!looksLikeText(first)) return known ?? 'application/octet-stream';
  return known !== undefined && textual.has(known) ? known : 'text/plain';
}

function looksLikeText(first: Uint8Array): boolean {
  if (first.length === 0 || first.some(isControl)) return false;
  if (first.length < sniffedBytes) return isUtf8(first);
  // The last character may be cut off.
  return [0, 1, 2, 3].some((cut) => isUtf8(first.subarray(0, first.length - cut)));
}

/** Control characters except tab, line feed, form feed, carriage return and escape. */
function isControl(byte: number): boolean {
  return byte < 32 && ![9, 10, 12, 13, 27].includes(byte);
}
