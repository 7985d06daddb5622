import type { ScanContext } from '../asset-source.ts';
import { createRestClient } from '../http/rest-client.ts';
import type { RestPlatform } from '../http/rest-client.ts';
import type { SnowflakeSession } from './statement.ts';
import { snowflakeSignIn } from './token.ts';
import type { SnowflakeIdentity } from './token.ts';

type Place = Pick<SnowflakeSession, 'warehouse' | 'role' | 'database' | 'schema'> & {
  /** Address of the SQL API. */
  baseUrl: string;
};

const advice =
  'Check the token or key of the user, the network policy of the account, and the role; the account name stands before .snowflakecomputing.com';

/** Timeout of a cancellation; then the statement runs until its own timeout. */
const cancelTimeoutMs = 3_000;

/** The public host of an account; underscores in account names become hyphens in host names. */
export function snowflakeHost(account: string): string {
  return `${account.replaceAll('_', '-')}.snowflakecomputing.com`;
}

/** Prepares a session without a request. Refuses with `source_refused` an incomplete identity. */
export function snowflakeSession(
  { baseUrl, ...place }: Place,
  identity: SnowflakeIdentity,
  context: Pick<ScanContext, 'access' | 'signal'>,
): SnowflakeSession {
  const { type, tokens } = snowflakeSignIn(identity);
  const { token = '', privateKey = '', privateKeyPassphrase = '' } = identity;
  const secrets = [token, privateKey, privateKeyPassphrase].filter((secret) => secret !== '');
  const platform: RestPlatform = {
    title: 'Snowflake',
    baseUrl,
    context,
    authorise: async () => ({
      authorization: `Bearer ${await tokens.current()}`,
      'x-snowflake-authorization-token-type': type,
    }),
    renew: tokens.forget,
    advice,
    secrets,
  };
  return {
    client: createRestClient(platform),
    cancelClient: () => {
      const signal = AbortSignal.timeout(cancelTimeoutMs);
      return createRestClient({ ...platform, context: { access: context.access, signal } });
    },
    ...place,
    context,
    secrets,
  };
}
