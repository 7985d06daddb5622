import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Where a secret is kept, e.g. table, organization, id, column: sealed for one place, it opens in no other. */
export type SealedPlace = readonly string[];

/** The key that seals and opens; with `previous`, what those have sealed opens too, until it is sealed anew. */
export type SecretKeys = string | { current: string; previous: readonly string[] };

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

function derive(secretKey: string, purpose: string, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', `concordat ${purpose}`, bytes));
}

/** Tells keys apart without telling anything about them. */
function keyIdOf(secretKey: string): string {
  return derive(secretKey, 'key id', 4).toString('hex');
}

function currentOf(keys: SecretKeys): string {
  return typeof keys === 'string' ? keys : keys.current;
}

/** What sealed texts begin with when the current key has made them. */
export function sealedPrefix(keys: SecretKeys): string {
  return `v1.${keyIdOf(currentOf(keys))}.`;
}

/** The secret as text that may be stored: `v1.<key id>.<nonce>.<ciphertext and tag>`. */
export function sealSecret(secret: string, keys: SecretKeys, place: SealedPlace): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, derive(currentOf(keys), 'secrets', 32), nonce);
  cipher.setAAD(Buffer.from(JSON.stringify(place)));
  const sealed = Buffer.concat([
    cipher.update(secret, 'utf8'),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  return `${sealedPrefix(keys)}${nonce.toString('base64url')}.${sealed.toString('base64url')}`;
}

/** The key with which something was sealed, if it is among those that are known. */
function keyFor(keyId: string | undefined, keys: SecretKeys): string {
  const current = currentOf(keys);
  const known = typeof keys === 'string' ? [] : keys.previous;
  const found = [current, ...known].find((key) => keyIdOf(key) === keyId);
  if (found !== undefined) return found;
  throw new Error(
    `A stored secret was sealed with another SECRET_KEY (key ${keyId}, now it is ${keyIdOf(current)}): name the former one in SECRET_KEY_PREVIOUS, or store the secret anew.`,
  );
}

/** The secret that `sealSecret` sealed for this place; throws an error that says why when it cannot be read. */
export function openSecret(sealed: string, keys: SecretKeys, place: SealedPlace): string {
  const [version, keyId, nonce, text, ...more] = sealed.split('.');
  if (version !== 'v1' || !nonce || !text || more.length > 0) {
    throw new Error('What is stored is no sealed secret of this version of the product.');
  }
  const bytes = Buffer.from(text, 'base64url');
  const key = derive(keyFor(keyId, keys), 'secrets', 32);
  const decipher = createDecipheriv(algorithm, key, Buffer.from(nonce, 'base64url'), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(Buffer.from(JSON.stringify(place)));
  decipher.setAuthTag(bytes.subarray(-tagBytes));
  try {
    return (
      decipher.update(bytes.subarray(0, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
    );
  } catch {
    throw new Error('A stored secret was changed, or belongs to another row: store it anew.');
  }
}
