import { refuse } from '../../domain/errors.ts';
import type { AssetFilter } from '../../domain/ingestion/asset-filter.ts';
import type { ScannedAsset } from '../../domain/ingestion/scanned-asset.ts';
import { defineAssetSource } from '../asset-source.ts';
import * as about from './about.ts';
import type { AssetScan, ScanContext } from '../asset-source.ts';
import { openPostgres } from './open.ts';
import { readRelationDetails } from './asset-details.ts';
import { listRelationsAfter, listSchemas, readDatabase, readRelations } from './asset-lists.ts';
import type { PostgresContainer, RelationPlace } from './asset-lists.ts';
import { readRelationTexts } from './asset-texts.ts';
import { tlsWaysOf } from './connection.ts';
import { toScannedRelation } from './scanned-relation.ts';
import type { PostgresSession } from './session.ts';
import { textIn } from '../source-row.ts';

/** The first version that supports all statements. */
const oldestVersion = 120_000;

/**
 * Names are always written with their schema, whatever the role's search path; catalog queries are not worth JIT compilation. The
 * session is idle while a page is stored, whatever the server's limit; a session that is idle much longer has lost its worker and
 * would hold back the vacuum.
 */
const settingsQuery = `
select set_config('search_path', '', true), set_config('jit', 'off', true),
  set_config('idle_in_transaction_session_timeout', '10min', true),
  current_setting('server_version') as version, current_setting('server_version_num')::int as number`;

type Scan = { session: PostgresSession; context: ScanContext };

function* inPages<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}

function containerOf(container: PostgresContainer, parents: readonly string[]): ScannedAsset {
  const { name, description, owner } = container;
  return {
    path: [...parents, name],
    kind: parents.length === 0 ? 'database' : 'schema',
    description,
    properties: owner === '' ? undefined : { owner },
  };
}

/** Each list of positions scans the whole `pg_class`, so one list serves several pages. */
const minListed = 2_000;

/** The positions that the filter admits, page by page. */
async function* admittedPlaces(
  { session, context }: Scan,
  schemas: readonly PostgresContainer[],
): AsyncGenerator<RelationPlace[]> {
  const size = Math.max(1, context.pageSize);
  const limit = Math.max(size, minListed);
  let after: RelationPlace | undefined;
  let waiting: RelationPlace[] = [];
  do {
    const places = await listRelationsAfter(session, schemas, { after, limit });
    after = places.length < limit ? undefined : places.at(-1);
    waiting.push(...places.filter(({ name }) => context.filter.admitsName('name', name)));
    while (waiting.length >= size) {
      yield waiting.slice(0, size);
      waiting = waiting.slice(size);
    }
  } while (after !== undefined);
  if (waiting.length > 0) yield waiting;
}

async function readPage(
  { session, context }: Scan,
  database: string,
  places: readonly RelationPlace[],
): Promise<ScannedAsset[]> {
  const { filter, note } = context;
  const oids = places.map(({ oid }) => oid);
  const relations = await readRelations(session, oids);
  const details = await readRelationDetails(session, oids);
  const texts = await readRelationTexts(session, oids);
  for (const { oid, schema, name } of relations) {
    const reason = texts.unread.get(oid);
    if (reason !== undefined) note(`No expressions or definition of ${schema}.${name}: ${reason}`);
    if (texts.dropped.has(oid)) note(`Left out ${schema}.${name}: it was dropped during the scan`);
  }
  return relations
    .filter(({ oid }) => !texts.dropped.has(oid))
    .map((relation) => toScannedRelation(relation, { database, filter, details, texts }));
}

function admittedSchemas(
  schemas: readonly PostgresContainer[],
  filter: AssetFilter,
): PostgresContainer[] {
  return schemas.filter(({ name }) => filter.admitsName('schema', name));
}

async function* pages(scan: Scan): AsyncGenerator<ScannedAsset[]> {
  const { session, context } = scan;
  const database = await readDatabase(session);
  if (!context.filter.admitsName('catalog', database.name)) {
    context.note(`The filter excludes database ${database.name}, and thereby every asset`);
    return;
  }
  const schemas = admittedSchemas(await listSchemas(session), context.filter);
  const containers = [
    containerOf(database, []),
    ...schemas.map((schema) => containerOf(schema, [database.name])),
  ];
  yield* inPages(containers, Math.max(1, context.pageSize));
  if (schemas.length === 0) return;
  for await (const places of admittedPlaces(scan, schemas)) {
    const page = await readPage(scan, database.name, places);
    if (page.length > 0) yield page;
  }
}

/** Configures the session; returns the server version for people. */
async function prepare(session: PostgresSession): Promise<string> {
  const [row = {}] = await session.query(settingsQuery);
  const [version = ''] = textIn(row, 'version').split(' ');
  if (Number(row['number']) < oldestVersion) {
    refuse('source_refused', `PostgreSQL ${version} is too old; version 12 or newer is required`);
  }
  return version;
}

/**
 * PostgreSQL 12 or newer, one database: schemas, tables, views, materialized views and foreign tables of one snapshot, with keys
 * and lineage. Row estimates are rounded to 1, 2 or 5 times a power of ten, so that they rarely change between scans.
 */
export const postgresAssets = defineAssetSource(
  about.postgresAssets,
  async ({ config, credentials }, context): Promise<AssetScan> => {
    const { host, port = 5432, database, sslmode = 'prefer' } = config;
    const { username: user, password } = credentials;
    const ways = tlsWaysOf(sslmode, host);
    const target = { host, port, database, ways, user, password };
    const session = await openPostgres(target, context.access, context.signal);
    try {
      const version = await prepare(session);
      return {
        describe: async () => `PostgreSQL ${version}, database ${database} at ${host}:${port}`,
        pages: () => pages({ session, context }),
        close: session.close,
      };
    } catch (error) {
      await session.close();
      throw error;
    }
  },
);
