import { createPrivateKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { refuse } from '../../domain/errors.ts';
import { isObject } from '../../lib/json/json.ts';
import { createAccessTokens, requestToken } from '../http/access-token.ts';
import type { AccessTokens } from '../http/access-token.ts';
import { textOf } from '../http/answer-member.ts';
import type { ScanContext } from '../asset-source.ts';
import { signWebToken } from '../http/web-token.ts';

/** The key file of a service account, as Google creates it. */
export type GoogleKey = {
  clientEmail: string;
  projectId: string | undefined;
  keyId: string | undefined;
  tokenUri: string;
  key: KeyObject;
  /** Values that no message may contain. */
  secrets: readonly string[];
};

const lifeSeconds = 3_600;

/** Parses a key file. Refuses with `source_refused` an invalid one, without quoting it. */
export function readGoogleKey(json: string): GoogleKey {
  const file = parse(json);
  const clientEmail = textOf(file, 'client_email');
  const pem = textOf(file, 'private_key');
  if (clientEmail === undefined || pem === undefined) return refuseKey();
  return {
    clientEmail,
    projectId: textOf(file, 'project_id'),
    keyId: textOf(file, 'private_key_id'),
    tokenUri: textOf(file, 'token_uri') ?? 'https://oauth2.googleapis.com/token',
    key: readPem(pem),
    secrets: [pem, json],
  };
}

function parse(json: string): Record<string, unknown> {
  try {
    const file: unknown = JSON.parse(json);
    return isObject(file) ? file : refuseKey();
  } catch {
    return refuseKey();
  }
}

function readPem(pem: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch {
    return refuseKey();
  }
}

function refuseKey(): never {
  return refuse(
    'source_refused',
    'The key of the service account is not the JSON file that Google hands out, with client_email and private_key',
  );
}

/** Access tokens of a service account (RFC 7523): a token signed with its key is exchanged for an access token. */
export function googleTokens(
  { clientEmail, keyId, tokenUri, key, secrets }: GoogleKey,
  { scope, title, advice }: { scope: string; title: string; advice: string },
  context: Pick<ScanContext, 'access' | 'signal'>,
): AccessTokens {
  return createAccessTokens(() => {
    const claims = { iss: clientEmail, scope, aud: tokenUri };
    const assertion = signWebToken(claims, { key, keyId, lifeSeconds });
    const form = { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion };
    return requestToken(
      { title, url: tokenUri, form, secrets: [...secrets, assertion], advice },
      context,
    );
  });
}
