import { createHash } from 'node:crypto';

/** The hash under which Git stores a file with this text. */
export function gitBlobHash(text: string): string {
  const bytes = Buffer.from(text);
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}
