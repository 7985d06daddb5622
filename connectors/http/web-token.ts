import { createSign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

/** Creates a JSON Web Token (RFC 7519) with these claims, issued now and signed with RS256. */
export function signWebToken(
  claims: Readonly<Record<string, string>>,
  { key, lifeSeconds, keyId }: { key: KeyObject; lifeSeconds: number; keyId?: string | undefined },
): string {
  const issuedAt = Math.floor(Date.now() / 1000);
  const header = { alg: 'RS256', typ: 'JWT', ...(keyId === undefined ? {} : { kid: keyId }) };
  const payload = { ...claims, iat: issuedAt, exp: issuedAt + lifeSeconds };
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
  const content = `${encode(header)}.${encode(payload)}`;
  return `${content}.${createSign('RSA-SHA256').update(content).sign(key, 'base64url')}`;
}
