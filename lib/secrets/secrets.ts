import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** The location of a secret, e.g. table, organization, id, column: a secret sealed for one location cannot be opened at another. */
export type SecretLocation = readonly string[];

/** The key that seals and opens; `previous` keys only open, until each secret is sealed again. */
export type SecretKeys = string | { current: string; previous: readonly string[] };

/** The keys of the settings; undefined when there is none. */
export function secretKeysOf(settings: {
  secretKey?: string | undefined;
  secretKeyPrevious: readonly string[];
}): SecretKeys | undefined {
  const { secretKey, secretKeyPrevious } = settings;
  return secretKey && { current: secretKey, previous: secretKeyPrevious };
}

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

function derive(secretKey: string, purpose: string, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', `concordat ${purpose}`, bytes));
}

/** A fingerprint that distinguishes keys without revealing anything about them. */
function keyIdOf(secretKey: string): string {
  return derive(secretKey, 'key id', 4).toString('hex');
}

function currentOf(keys: SecretKeys): string {
  return typeof keys === 'string' ? keys : keys.current;
}

/** Prefix of every sealed text, whichever key sealed it; no JSON text begins with it. */
export const anySealedPrefix = 'v1.';

/** True if `sealSecret` made the text. */
export function isSealed(text: string): boolean {
  return text.startsWith(anySealedPrefix);
}

/** The prefix of texts sealed by the current key. */
export function sealedPrefix(keys: SecretKeys): string {
  return `${anySealedPrefix}${keyIdOf(currentOf(keys))}.`;
}

/** Seals a secret as text for storage: `v1.<key id>.<nonce>.<ciphertext and tag>`. */
export function sealSecret(secret: string, keys: SecretKeys, location: SecretLocation): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, derive(currentOf(keys), 'secrets', 32), nonce);
  cipher.setAAD(Buffer.from(JSON.stringify(location)));
  const sealed = Buffer.concat([
    cipher.update(secret, 'utf8'),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  return `${sealedPrefix(keys)}${nonce.toString('base64url')}.${sealed.toString('base64url')}`;
}

/** The key with the given id, if it is known. */
function keyFor(keyId: string | undefined, keys: SecretKeys): string {
  const current = currentOf(keys);
  const known = typeof keys === 'string' ? [] : keys.previous;
  const found = [current, ...known].find((key) => keyIdOf(key) === keyId);
  if (found !== undefined) return found;
  throw new Error(
    `A stored secret was sealed with another SECRET_KEY (key ${keyId}, now it is ${keyIdOf(current)}): put the former key into SECRET_KEY_PREVIOUS, or store the secret again.`,
  );
}

/** Opens a secret that `sealSecret` sealed for this location; throws an error with the reason if that fails. */
export function openSecret(sealed: string, keys: SecretKeys, location: SecretLocation): string {
  const [version, keyId, nonce, text, ...more] = sealed.split('.');
  if (version !== 'v1' || !nonce || !text || more.length > 0) {
    throw new Error('The stored value is not a sealed secret of this version.');
  }
  const bytes = Buffer.from(text, 'base64url');
  const key = derive(keyFor(keyId, keys), 'secrets', 32);
  const decipher = createDecipheriv(algorithm, key, Buffer.from(nonce, 'base64url'), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(Buffer.from(JSON.stringify(location)));
  decipher.setAuthTag(bytes.subarray(-tagBytes));
  try {
    return (
      decipher.update(bytes.subarray(0, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
    );
  } catch {
    throw new Error('A stored secret was altered, or belongs to another row: store it again.');
  }
}
