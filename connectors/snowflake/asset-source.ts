import { refuse } from '../../domain/errors.ts';
import { defineAssetSource } from '../asset-source.ts';
import * as about from './about.ts';
import type { ScanContext, SettingsOf } from '../asset-source.ts';
import { gather, pageAssets } from '../http/page-chain.ts';
import { baseUrlOf } from '../http/rest-client.ts';
import { scanSnowflake } from './catalogue.ts';
import { snowflakeHost, snowflakeSession } from './session.ts';
import { runSnowflake } from './statement.ts';
import type { SnowflakeSession } from './statement.ts';

type Settings = SettingsOf<typeof about.snowflakeAssets>;

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
  if (row === undefined) refuse('source_refused', 'Snowflake returned no rows');
  return `Snowflake ${row['version']}, account ${row['account']} as role ${row['role']}`;
}

/** Snowflake, through the INFORMATION_SCHEMA of its databases and the SQL API 2. */
export const snowflakeAssets = defineAssetSource(
  about.snowflakeAssets,
  async (settings, context) => {
    const session = sessionOf(settings, context);
    const described = await describe(session);
    const includeSystem = settings.config.includeSystem === true;
    return {
      describe: async () => described,
      pages: () => pageAssets(scanSnowflake({ session, context, includeSystem }), context),
      close: async () => undefined,
    };
  },
);
