import type { ScanContext } from './asset-source.ts';
import { createRestClient } from './rest-client.ts';
import type { RestPlatform } from './rest-client.ts';
import type { SnowflakeSession } from './snowflake-statement.ts';
import { snowflakeSignIn } from './snowflake-token.ts';
import type { SnowflakeIdentity } from './snowflake-token.ts';

type Place = Pick<SnowflakeSession, 'warehouse' | 'role' | 'database' | 'schema'> & {
  /** Where the SQL API is. */
  baseUrl: string;
};

const advice =
  'Check the token or key of the user, the network policy of the account, and the role; the account name stands before .snowflakecomputing.com';

/** Time for a cancellation, after which the statement is left to its own timeout. */
const cancelTimeoutMs = 3_000;

/** The public host of an account: underscores are in names of accounts, but not in names of hosts. */
export function snowflakeHost(account: string): string {
  return `${account.replaceAll('_', '-')}.snowflakecomputing.com`;
}

/** Where and as whom statements run; nothing is sent yet. Refuses with `source_refused` an identity that is not whole. */
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
