import { Type } from '@sinclair/typebox';
import { refuse } from '../domain/errors.ts';
import type { AssetFilter } from '../domain/ingestion/asset-filter.ts';
import type { ScannedAsset } from '../domain/ingestion/scanned-asset.ts';
import { defineAssetSource } from './asset-source.ts';
import type { AssetScan, ScanContext } from './asset-source.ts';
import { openPostgres } from './open-postgres.ts';
import { readRelationDetails } from './postgres-asset-details.ts';
import {
  listRelationsAfter,
  listSchemas,
  readDatabase,
  readRelations,
} from './postgres-asset-lists.ts';
import type { PostgresContainer, RelationPlace } from './postgres-asset-lists.ts';
import { readRelationTexts } from './postgres-asset-texts.ts';
import { sslModes, tlsWaysOf } from './postgres-connection.ts';
import { toScannedRelation } from './postgres-scanned-relation.ts';
import type { PostgresSession } from './postgres-session.ts';
import { textIn } from './source-row.ts';

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
        default: 5432,
        description: 'Port, 5432 when left out',
      }),
    ),
    database: Type.String({ minLength: 1, maxLength: 63, description: 'The database to read' }),
    sslmode: Type.Optional(
      Type.Union(
        sslModes.map((mode) => Type.Literal(mode)),
        {
          default: 'prefer',
          description:
            'As in libpq: `prefer` (when left out) encrypts when the server can, `require` insists, `verify-full` also checks the certificate, `disable` does not encrypt',
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
      description: 'A role that may connect; it needs no rights on tables',
    }),
    password: Type.String({
      description: 'Its password; may be empty where the server asks for none',
    }),
  },
  { additionalProperties: false },
);

/** The first version that has everything that the statements ask for. */
const oldestVersion = 120_000;

/**
 * Names are written out with their schema, whatever the role's search path; catalogue queries are not worth compiling. Between two
 * pages the session is idle for as long as one is stored, whatever the server allows; one that is idle for much longer has lost its
 * worker, and would hold back the vacuum.
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

/** Each list of places costs a look through the whole of `pg_class`, so that one serves several pages. */
const fewestListed = 2_000;

/** Places that the filter admits, a page at a time. */
async function* admittedPlaces(
  { session, context }: Scan,
  schemas: readonly PostgresContainer[],
): AsyncGenerator<RelationPlace[]> {
  const size = Math.max(1, context.pageSize);
  const limit = Math.max(size, fewestListed);
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
    if (texts.gone.has(oid)) note(`Left out ${schema}.${name}: it was dropped during the scan`);
  }
  return relations
    .filter(({ oid }) => !texts.gone.has(oid))
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
    context.note(`The filter leaves out database ${database.name}, and with it everything`);
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

/** Sets the session up; returns the version as people write it. */
async function prepare(session: PostgresSession): Promise<string> {
  const [row = {}] = await session.query(settingsQuery);
  const [version = ''] = textIn(row, 'version').split(' ');
  if (Number(row['number']) < oldestVersion) {
    refuse('source_refused', `PostgreSQL ${version} is too old: 12 is the first that can be read`);
  }
  return version;
}

/**
 * PostgreSQL 12 or newer, one database of it: schemas, tables, views, materialized views and foreign tables of one moment, with
 * keys and lineage. Row estimates are rounded to 1, 2 or 5 times a power of ten, so that they mostly stay equal from scan to scan.
 */
export const postgresAssets = defineAssetSource({
  name: 'postgres',
  title: 'PostgreSQL',
  levels: ['catalog', 'schema', 'name'],
  configSchema,
  credentialsSchema,
  triedAgainst: 'PostgreSQL 18',
  async open({ config, credentials }, context): Promise<AssetScan> {
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
});
