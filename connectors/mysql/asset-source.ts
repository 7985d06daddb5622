import { refuse } from '../../domain/errors.ts';
import type { AssetPath, ScannedAsset } from '../../domain/ingestion/scanned-asset.ts';
import { defineAssetSource } from '../asset-source.ts';
import * as about from './about.ts';
import type { AssetScan, ScanContext, SettingsOf } from '../asset-source.ts';
import {
  knowsTableChecks,
  knowsViewUsage,
  listDatabases,
  listNamesAfter,
  readMysqlDetails,
} from './catalogue.ts';
import { toScannedTable } from './scanned-table.ts';
import type { MysqlSession } from './session.ts';
import { openMysql } from './open.ts';
import { withoutGaps } from '../assets/platform-facts.ts';
import type { SourceRow } from '../connector.ts';
import { someText, textIn } from '../source-row.ts';

type Settings = SettingsOf<typeof about.mysqlAssets>;

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

/** Each list of names scans the whole database, so one list serves several pages. */
const minListed = 2_000;

/** The names of one database that the filter admits, page by page. */
async function* admittedNames(
  { session, context }: Scan,
  database: string,
): AsyncGenerator<string[]> {
  const size = Math.max(1, context.pageSize);
  const limit = Math.max(size, minListed);
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
  const known = {
    hasViewUsage: await knowsViewUsage(session),
    hasTableChecks: await knowsTableChecks(session),
  };
  for (const database of scanned) {
    if (database === undefined) continue;
    for await (const names of admittedNames(scan, database)) {
      const details = await readMysqlDetails(session, database, { names, ...known });
      const page = names.flatMap(
        (name) => toScannedTable(name, { database, details, includes }) ?? [],
      );
      if (page.length > 0) yield page;
    }
  }
}

/** Opens MySQL and MariaDB; the server's version tells which one it is. */
async function open(settings: Settings, context: ScanContext): Promise<AssetScan> {
  const { host, port = 3306, database } = settings.config;
  const session = await openSession(settings, context);
  const shown = database === undefined ? '' : `, database ${database}`;
  return {
    describe: async () => `${session.version}${shown} at ${host}:${port}`,
    pages: () => pages({ session, context, only: database }),
    close: session.close,
  };
}

/**
 * MySQL: databases, tables and views with keys and lineage. Row estimates are rounded to 1, 2 or 5 times a power of ten, so that
 * they rarely change between scans. The tests run against MariaDB, which supports the same queries.
 */
export const mysqlAssets = defineAssetSource(about.mysqlAssets, open);

/** MariaDB: as MySQL, except that the lineage of views is parsed from their definitions. */
export const mariadbAssets = defineAssetSource(about.mariadbAssets, open);
