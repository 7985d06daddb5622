import { refuse } from '../domain/errors.ts';
import { createAccessTokens } from './access-token.ts';
import type { AccessTokens } from './access-token.ts';
import { demandText } from './answer-member.ts';
import { askForObject, createRestClient } from './rest-client.ts';
import type { RestPlatform } from './rest-client.ts';

type Impersonation = {
  /** E-mail address of the account that is acted as. */
  account: string;
  scope: string;
  /** Where the IAM credentials API is. */
  baseUrl: string;
  /** Of the account that acts, for the scope of Google Cloud. */
  tokens: AccessTokens;
};

const lifeSeconds = 3_600;

/** Access tokens of another service account, which the first one may create (role Service Account Token Creator). */
export function impersonatedTokens(
  { account, scope, baseUrl, tokens }: Impersonation,
  { context, secrets }: Pick<RestPlatform, 'context' | 'secrets'>,
): AccessTokens {
  if (!/^[\w.-]+@[\w.-]+$/.test(account)) {
    refuse(
      'source_refused',
      'The account to act as in BigQuery is no address of a service account',
    );
  }
  const client = createRestClient({
    title: 'Google Cloud IAM',
    baseUrl,
    context,
    authorise: async () => ({ authorization: `Bearer ${await tokens.current()}` }),
    renew: tokens.forget,
    advice: `Check that the account of the key may create tokens for ${account}`,
    secrets,
  });
  return createAccessTokens(async () => {
    const answer = await askForObject(client, {
      method: 'POST',
      path: `/v1/projects/-/serviceAccounts/${encodeURIComponent(account)}:generateAccessToken`,
      body: { scope: [scope], lifetime: `${lifeSeconds}s` },
    });
    return { token: demandText(answer, 'accessToken'), expiresInSeconds: lifeSeconds };
  });
}
