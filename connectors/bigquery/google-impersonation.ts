import { refuse } from '../../domain/errors.ts';
import { createAccessTokens } from '../http/access-token.ts';
import type { AccessTokens } from '../http/access-token.ts';
import { demandText } from '../http/answer-member.ts';
import { askForObject, createRestClient } from '../http/rest-client.ts';
import type { RestPlatform } from '../http/rest-client.ts';

type Impersonation = {
  /** E-mail address of the impersonated account. */
  account: string;
  scope: string;
  /** URL of the IAM credentials API. */
  baseUrl: string;
  /** Tokens of the impersonating account, with the scope of Google Cloud. */
  tokens: AccessTokens;
};

const lifeSeconds = 3_600;

/** Access tokens of an impersonated service account, for which the first account has the role Service Account Token Creator. */
export function impersonatedTokens(
  { account, scope, baseUrl, tokens }: Impersonation,
  { context, secrets }: Pick<RestPlatform, 'context' | 'secrets'>,
): AccessTokens {
  if (!/^[\w.-]+@[\w.-]+$/.test(account)) {
    refuse(
      'source_refused',
      'The account to impersonate in BigQuery is not the e-mail address of a service account',
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
