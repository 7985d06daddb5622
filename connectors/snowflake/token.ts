import { createHash, createPrivateKey, createPublicKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { refuse } from '../../domain/errors.ts';
import { createAccessTokens, fixedToken } from '../http/access-token.ts';
import type { AccessTokens } from '../http/access-token.ts';
import { signWebToken } from '../http/web-token.ts';

/** A Snowflake identity: a programmatic access token, an OAuth token, or the private key of a user. */
export type SnowflakeIdentity = {
  account: string;
  user?: string | undefined;
  token?: string | undefined;
  /** Type of the token; default is a programmatic access token. */
  tokenType?: 'PROGRAMMATIC_ACCESS_TOKEN' | 'OAUTH';
  privateKey?: string | undefined;
  privateKeyPassphrase?: string | undefined;
};

/** A sign-in method, as in the header X-Snowflake-Authorization-Token-Type. */
export type SnowflakeSignIn = {
  type: 'PROGRAMMATIC_ACCESS_TOKEN' | 'OAUTH' | 'KEYPAIR_JWT';
  tokens: AccessTokens;
};

/** Snowflake accepts key-pair tokens for at most one hour. */
const lifeSeconds = 3_000;

/** Determines how an identity signs in. Refuses with `source_refused` an incomplete identity or an invalid key. */
export function snowflakeSignIn(identity: SnowflakeIdentity): SnowflakeSignIn {
  const { account, user, token, tokenType = 'PROGRAMMATIC_ACCESS_TOKEN', privateKey } = identity;
  if (token) return { type: tokenType, tokens: fixedToken(token) };
  if (!user || !privateKey) {
    return refuse('source_refused', 'Snowflake needs a token, or a username and a privateKey');
  }
  const key = readKey(privateKey, identity.privateKeyPassphrase);
  const name = `${accountName(account)}.${user.toUpperCase()}`;
  const issuer = `${name}.${fingerprintOf(key)}`;
  const tokens = createAccessTokens(async () => ({
    token: signWebToken({ iss: issuer, sub: name }, { key, lifeSeconds }),
    expiresInSeconds: lifeSeconds,
  }));
  return { type: 'KEYPAIR_JWT', tokens };
}

function readKey(pem: string, passphrase: string | undefined): KeyObject {
  try {
    return createPrivateKey({ key: pem, ...(passphrase ? { passphrase } : {}) });
  } catch {
    // The reason could contain the key.
    return refuse(
      'source_refused',
      'The privateKey of Snowflake is not a private key in PEM format, or its passphrase is wrong',
    );
  }
}

/** The fingerprint as in RSA_PUBLIC_KEY_FP of `DESCRIBE USER`. */
function fingerprintOf(key: KeyObject): string {
  const der = createPublicKey(key).export({ type: 'spki', format: 'der' });
  return `SHA256:${createHash('sha256').update(der).digest('base64')}`;
}

/** Tokens contain an account locator without its region (`xy12345.eu-central-1`). */
function accountName(account: string): string {
  return (account.split('.')[0] ?? account).toUpperCase();
}
