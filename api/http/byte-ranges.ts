import type { ByteRange } from '../../lib/object-storage/object-storage.ts';

/** The requested part of a file: a range, everything, or a range outside of the file. */
type Wanted = ByteRange | 'whole' | 'outside';

type Asked = { method: string; header: (name: string) => string | undefined };

/**
 * Reads `Range` and `If-Range` (RFC 9110, section 14). Multiple ranges, other units and invalid values are answered with the
 * whole file, and so is a file that has changed since the client got its part. The package range-parser answers 416 to two cases that the
 * RFC answers otherwise: a range that ends before it begins is invalid, and a suffix longer than the file is the whole file.
 */
export function readByteRange(
  { method, header }: Asked,
  { size, tag }: { size: number; tag: string },
): Wanted {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/i.exec(header('range')?.trim() ?? '') ?? [];
  if (method !== 'GET' || size === 0 || from === undefined || to === undefined) return 'whole';
  const ifRange = header('if-range');
  if (ifRange !== undefined && ifRange.trim() !== tag) return 'whole';
  return rangeOf(from, to, size);
}

function rangeOf(from: string, to: string, size: number): Wanted {
  if (from === '') return to === '' ? 'whole' : lastBytes(Number(to), size);
  const [first, last] = [Number(from), to === '' ? Infinity : Number(to)];
  if (last < first) return 'whole';
  return first < size ? { first, last: Math.min(last, size - 1) } : 'outside';
}

function lastBytes(count: number, size: number): Wanted {
  return count === 0 ? 'outside' : { first: Math.max(size - count, 0), last: size - 1 };
}
