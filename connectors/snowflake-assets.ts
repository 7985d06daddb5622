import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { refuse } from '../domain/errors.ts';
import { defineAssetSource } from './asset-source.ts';
import type { ScanContext } from './asset-source.ts';
import { gather, pageAssets } from './page-chain.ts';
import { baseUrlOf } from './rest-client.ts';
import { scanSnowflake } from './snowflake-catalogue.ts';
import { snowflakeHost, snowflakeSession } from './snowflake-session.ts';
import { runSnowflake } from './snowflake-statement.ts';
import type { SnowflakeSession } from './snowflake-statement.ts';

const configSchema = Type.Object(
  {
    account: Type.String({
      minLength: 1,
      pattern: '^[A-Za-z0-9_.-]+$',
      description:
        'Identifier of the account, e.g. myorg-account1 or xy12345.eu-central-1; <account>.snowflakecomputing.com has to be in ALLOWED_HOSTS',
    }),
    warehouse: Type.Optional(
      Type.String({
        description: 'Warehouse in which catalogue queries run; the default one of the user else',
      }),
    ),
    role: Type.Optional(
      Type.String({
        description: 'Role whose view of the account is scanned; the default one of the user else',
      }),
    ),
    includeSystem: Type.Optional(
      Type.Boolean({
        description:
          'Also what Snowflake made: SNOWFLAKE, SNOWFLAKE_SAMPLE_DATA, INFORMATION_SCHEMA (default false)',
      }),
    ),
    endpoint: Type.Optional(
      Type.String({
        description: 'Address of the SQL API when it is not the public one, e.g. of a private link',
      }),
    ),
  },
  { additionalProperties: false },
);

const credentialsSchema = Type.Object(
  {
    username: Type.Optional(
      Type.String({ description: 'Name of the user who signs in with a private key' }),
    ),
    token: Type.Optional(Type.String({ description: 'Programmatic access token of a user' })),
    privateKey: Type.Optional(
      Type.String({
        description: 'Private RSA key of the user as PEM (PKCS#8), in place of a token',
      }),
    ),
    privateKeyPassphrase: Type.Optional(
      Type.String({ description: 'Passphrase of that key, when it is encrypted' }),
    ),
  },
  { additionalProperties: false },
);

type Settings = {
  config: Static<typeof configSchema>;
  credentials: Static<typeof credentialsSchema>;
};

function sessionOf({ config, credentials }: Settings, context: ScanContext): SnowflakeSession {
  const { account, warehouse, role, endpoint } = config;
  const { username, ...sealed } = credentials;
  const baseUrl = baseUrlOf(endpoint ?? snowflakeHost(account));
  return snowflakeSession(
    { baseUrl, warehouse, role },
    { account, user: username, ...sealed },
    context,
  );
}

async function describe(session: SnowflakeSession): Promise<string> {
  const statement =
    'select current_version() as version, current_account_name() as account, current_role() as role';
  const [row] = await gather(runSnowflake(session, statement));
  if (row === undefined) refuse('source_refused', 'Snowflake answered with nothing');
  return `Snowflake ${row['version']}, account ${row['account']} as role ${row['role']}`;
}

/** Snowflake, through the INFORMATION_SCHEMA of its databases and the SQL API 2. */
export const snowflakeAssets = defineAssetSource({
  name: 'snowflake',
  title: 'Snowflake',
  levels: ['catalog', 'schema'],
  configSchema,
  credentialsSchema,
  triedAgainst: 'recorded answers',
  open: async (settings, context) => {
    const session = sessionOf(settings, context);
    const described = await describe(session);
    const includeSystem = settings.config.includeSystem === true;
    return {
      describe: async () => described,
      pages: () => pageAssets(scanSnowflake({ session, context, includeSystem }), context),
      close: async () => undefined,
    };
  },
});
