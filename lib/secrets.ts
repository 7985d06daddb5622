import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Where a secret is kept, e.g. table, organization, id, column: sealed for one place, it opens in no other. */
export type SealedPlace = readonly string[];

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

/** The secret as text that may be stored: `v1.<key id>.<nonce>.<ciphertext and tag>`. */
export function sealSecret(secret: string, secretKey: string, place: SealedPlace): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, derive(secretKey, 'secrets', 32), nonce);
  cipher.setAAD(Buffer.from(JSON.stringify(place)));
  const sealed = Buffer.concat([
    cipher.update(secret, 'utf8'),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  return `v1.${keyIdOf(secretKey)}.${nonce.toString('base64url')}.${sealed.toString('base64url')}`;
}

/** The secret that `sealSecret` sealed for this place; throws an error that says why when it cannot be read. */
export function openSecret(sealed: string, secretKey: string, place: SealedPlace): string {
  const [version, keyId, nonce, text, ...more] = sealed.split('.');
  if (version !== 'v1' || !nonce || !text || more.length > 0) {
    throw new Error('What is stored is no sealed secret of this version of the product.');
  }
  if (keyId !== keyIdOf(secretKey)) {
    throw new Error(
      `A stored secret was sealed with another SECRET_KEY (key ${keyId}, now it is ${keyIdOf(secretKey)}): set the former one again, or store the secret anew.`,
    );
  }
  const bytes = Buffer.from(text, 'base64url');
  const key = derive(secretKey, 'secrets', 32);
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
