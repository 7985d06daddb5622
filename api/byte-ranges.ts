import type { ByteRange } from '../lib/object-storage.ts';

/** What a GET asks for of something that has bytes and an entity tag: a part, all, or bytes that it does not have. */
type Wanted = ByteRange | 'whole' | 'outside';

type Asked = { method: string; header: (name: string) => string | undefined };

/**
 * Reads `Range` and `If-Range` (RFC 9110 §14). Several ranges at once, other units and what is no range are answered whole, as is what
 * changed since the client has got its part.
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
