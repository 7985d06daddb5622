import { createHash, timingSafeEqual } from 'node:crypto';
import { randomBase62 } from '../../lib/ids.ts';
import type { KeyScope } from '../principal.ts';

/** The letter of a scope in a key, so that people recognize it. */
const scopeLetters: Readonly<Record<KeyScope, string>> = {
  organization: 'o',
  organization_read: 'or',
  team: 't',
  team_read: 'tr',
  user: 'u',
  user_read: 'ur',
};

const pattern = /^ck_(?:or|o|tr|t|ur|u)_([A-Za-z0-9]{8})_([A-Za-z0-9]{32})$/;

/** Makes a key text: `ck_<scope letter>_<8 public characters>_<32 secret characters>` (190 secret bits). */
export function makeKeyText(scope: KeyScope): string {
  return `ck_${scopeLetters[scope]}_${randomBase62(8)}_${randomBase62(32)}`;
}

/** The public part, which identifies a key, and the digest of the secret part; undefined for other texts. */
export function readKeyText(text: string): { publicId: string; secretHash: Buffer } | undefined {
  const [, publicId, secret] = pattern.exec(text) ?? [];
  if (publicId === undefined || secret === undefined) return undefined;
  return { publicId, secretHash: createHash('sha256').update(secret).digest() };
}

/** Compares digests in constant time. */
export function sameDigest(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
