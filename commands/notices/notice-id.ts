import { createHash } from 'node:crypto';

/** A UUID made of the cause of a notice, so that the cause gives each recipient one notice (RFC 9562 §5.8). */
export function noticeIdOf(cause: string): string {
  const hex = createHash('sha256').update(cause).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
