import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { refuse } from '../domain/errors.ts';
import type { AssetPath, ScannedAsset } from '../domain/ingestion/scanned-asset.ts';
import { defineAssetSource } from './asset-source.ts';
import type { AnyAssetSource, AssetScan, ScanContext } from './asset-source.ts';
import {
  knowsViewUsage,
  listDatabases,
  listNamesAfter,
  readMysqlDetails,
} from './mysql-catalogue.ts';
import { tlsModes } from './mysql-connection.ts';
import { toScannedTable } from './mysql-scanned-table.ts';
import type { MysqlSession } from './mysql-session.ts';
import { openMysql } from './open-mysql.ts';
import { withoutGaps } from './platform-facts.ts';
import type { SourceRow } from './connector.ts';
import { someText, textIn } from './source-row.ts';

const configSchema = Type.Object(
  {
    host: Type.String({
      minLength: 1,
      maxLength: 255,
      description:
        'Name or address of the server; an operator must have allowed it in ALLOWED_HOSTS',
    }),
    port: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 65_535,
        default: 3306,
        description: 'Port, 3306 when left out',
      }),
    ),
    database: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description:
          'The one database to read; when left out, all that the filter admits and the user may see',
      }),
    ),
    tls: Type.Optional(
      Type.Union(
        tlsModes.map((mode) => Type.Literal(mode)),
        {
          default: 'preferred',
          description:
            '`preferred` (when left out) encrypts when the server can, `required` insists, `verified` also checks the certificate for the name of the host, `off` does not encrypt',
        },
      ),
    ),
  },
  { additionalProperties: false },
);

const credentialsSchema = Type.Object(
  {
    username: Type.String({
      minLength: 1,
      description:
        'A user with a right on what is to be seen; SHOW VIEW for definitions and lineage of views',
    }),
    password: Type.String({
      description: 'Its password; may be empty where the server asks for none',
    }),
  },
  { additionalProperties: false },
);

type Config = Static<typeof configSchema>;
type Settings = { config: Config; credentials: Static<typeof credentialsSchema> };

async function openSession(
  { config, credentials }: Settings,
  { access, signal }: ScanContext,
): Promise<MysqlSession> {
  const { host, port = 3306, tls = 'preferred' } = config;
  const { username: user, password } = credentials;
  return openMysql({ host, port, user, password, tls, title: `${host}:${port}` }, access, signal);
}

type Scan = { session: MysqlSession; context: ScanContext; only: string | undefined };

function containerOf(row: SourceRow): ScannedAsset {
  return {
    path: [textIn(row, 'name')],
    kind: 'database',
    properties: withoutGaps({
      characterSet: someText(row, 'character_set'),
      collation: someText(row, 'collation'),
    }),
  };
}

async function admittedDatabases({ session, context, only }: Scan): Promise<ScannedAsset[]> {
  const rows = await listDatabases(session);
  const wanted = rows.filter((row) => only === undefined || textIn(row, 'name') === only);
  if (only !== undefined && wanted.length === 0) {
    refuse('source_refused', `There is no database ${only}, or the user has no right on it`);
  }
  return wanted.map(containerOf).filter(({ path }) => context.filter.admits(path));
}

/** Each list of names costs a look through the whole database, so that one serves several pages. */
const fewestListed = 2_000;

/** Names of one database that the filter admits, a page at a time. */
async function* admittedNames(
  { session, context }: Scan,
  database: string,
): AsyncGenerator<string[]> {
  const size = Math.max(1, context.pageSize);
  const limit = Math.max(size, fewestListed);
  let after: string | undefined = '';
  let waiting: string[] = [];
  while (after !== undefined) {
    const names: string[] = await listNamesAfter(session, database, { after, limit });
    after = names.length < limit ? undefined : names.at(-1);
    waiting.push(...names.filter((name) => context.filter.admitsName('name', name)));
    while (waiting.length >= size) {
      yield waiting.slice(0, size);
      waiting = waiting.slice(size);
    }
  }
  if (waiting.length > 0) yield waiting;
}

async function* pages(scan: Scan): AsyncGenerator<ScannedAsset[]> {
  const { session, context } = scan;
  const size = Math.max(1, context.pageSize);
  const databases = await admittedDatabases(scan);
  for (let from = 0; from < databases.length; from += size) {
    yield databases.slice(from, from + size);
  }
  const scanned = new Set(databases.map(({ path }) => path[0]));
  const includes = (path: AssetPath): boolean =>
    scanned.has(path[0]) && context.filter.admits(path);
  const hasViewUsage = await knowsViewUsage(session);
  for (const database of scanned) {
    if (database === undefined) continue;
    for await (const names of admittedNames(scan, database)) {
      const details = await readMysqlDetails(session, database, { names, hasViewUsage });
      const page = names.flatMap(
        (name) => toScannedTable(name, { database, details, includes }) ?? [],
      );
      if (page.length > 0) yield page;
    }
  }
}

/** The two are one but for their names: which of them a server is, it says itself. */
function mysqlSource(name: string, title: string, triedAgainst: string): AnyAssetSource {
  return defineAssetSource({
    name,
    title,
    levels: ['schema', 'name'],
    configSchema,
    credentialsSchema,
    triedAgainst,
    async open(settings, context): Promise<AssetScan> {
      const { host, port = 3306, database } = settings.config;
      const session = await openSession(settings, context);
      const shown = database === undefined ? '' : `, database ${database}`;
      return {
        describe: async () => `${session.version}${shown} at ${host}:${port}`,
        pages: () => pages({ session, context, only: database }),
        close: session.close,
      };
    },
  });
}

/**
 * MySQL: databases, tables and views with keys and lineage. Row estimates are rounded to 1, 2 or 5 times a power of ten, so that
 * they mostly stay equal from scan to scan. The tests run against MariaDB, which answers the same questions.
 */
export const mysqlAssets = mysqlSource('mysql', 'MySQL', 'MariaDB 10.11, not MySQL itself');

/** MariaDB: the same as MySQL, but for the lineage of views, which is found in their definitions. */
export const mariadbAssets = mysqlSource('mariadb', 'MariaDB', 'MariaDB 10.11');
