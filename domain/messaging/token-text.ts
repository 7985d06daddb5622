import { createHash } from 'node:crypto';
import { randomBase62 } from '../../lib/ids.ts';

const pattern = /^ct_([A-Za-z0-9]{8})_([A-Za-z0-9]{32})$/;

/** Makes the text of a token: `ct_<8 public characters>_<32 secret characters>` (190 secret bits). */
export function makeTokenText(): string {
  return `ct_${randomBase62(8)}_${randomBase62(32)}`;
}

/** The public part, which identifies a token, and the digest of the secret part; undefined for other texts. */
export function readTokenText(text: string): { publicId: string; secretHash: Buffer } | undefined {
  const [, publicId, secret] = pattern.exec(text) ?? [];
  if (publicId === undefined || secret === undefined) return undefined;
  return { publicId, secretHash: createHash('sha256').update(secret).digest() };
}
