import { createHash, createPrivateKey, createPublicKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { refuse } from '../domain/errors.ts';
import { createAccessTokens, fixedToken } from './access-token.ts';
import type { AccessTokens } from './access-token.ts';
import { signWebToken } from './web-token.ts';

/** Who signs in to Snowflake: with a programmatic access token or one of OAuth, or with the private key of a user. */
export type SnowflakeIdentity = {
  account: string;
  user?: string | undefined;
  token?: string | undefined;
  /** What the token is; a programmatic access token when left out. */
  tokenType?: 'PROGRAMMATIC_ACCESS_TOKEN' | 'OAUTH';
  privateKey?: string | undefined;
  privateKeyPassphrase?: string | undefined;
};

/** A way to sign in, as header X-Snowflake-Authorization-Token-Type names it. */
export type SnowflakeSignIn = {
  type: 'PROGRAMMATIC_ACCESS_TOKEN' | 'OAUTH' | 'KEYPAIR_JWT';
  tokens: AccessTokens;
};

/** Snowflake takes tokens of key pairs for an hour at most. */
const lifeSeconds = 3_000;

/** How an identity signs in. Refuses with `source_refused` when something for that is missing, or the key cannot be read. */
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
    // The reason could quote the key.
    return refuse(
      'source_refused',
      'The privateKey of Snowflake is no PEM of a private key, or its passphrase is wrong',
    );
  }
}

/** As `DESCRIBE USER` shows it in RSA_PUBLIC_KEY_FP. */
function fingerprintOf(key: KeyObject): string {
  const der = createPublicKey(key).export({ type: 'spki', format: 'der' });
  return `SHA256:${createHash('sha256').update(der).digest('base64')}`;
}

/** Of an account locator with its region (`xy12345.eu-central-1`) tokens name the locator only. */
function accountName(account: string): string {
  return (account.split('.')[0] ?? account).toUpperCase();
}
