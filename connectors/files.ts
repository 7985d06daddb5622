import { Type } from '@sinclair/typebox';
import type { JsonObject } from '../lib/json.ts';
import type { AssetPath, ScannedAsset } from '../domain/ingestion/scanned-asset.ts';
import { inPages } from './asset-pages.ts';
import { defineAssetSource } from './asset-source.ts';
import type { ScanContext } from './asset-source.ts';
import { describeSets } from './file-columns.ts';
import type { Described } from './file-columns.ts';
import type { FileFormat } from './file-readers.ts';
import { groupFiles } from './file-sets.ts';
import type { FileSet } from './file-sets.ts';
import type { FileStore } from './file-store.ts';
import { openFolder } from './folder-store.ts';
import { openBucket } from './s3-store.ts';

const configSchema = Type.Object(
  {
    location: Type.String({
      minLength: 1,
      maxLength: 2000,
      description:
        'A folder of the worker, inside of those in ALLOWED_DATA_DIRS, or s3://bucket/prefix',
    }),
    endpoint: Type.Optional(
      Type.String({
        minLength: 1,
        description: 'Address of a store that speaks like S3, e.g. https://minio.example.com:9000',
      }),
    ),
    region: Type.Optional(
      Type.String({ minLength: 1, description: 'Region of the bucket; us-east-1 when left out' }),
    ),
    format: Type.Optional(
      Type.Union(
        [Type.Literal('auto'), Type.Literal('csv'), Type.Literal('json'), Type.Literal('parquet')],
        {
          description:
            'auto: by the endings of names; else only files of this format, also those whose names say nothing',
        },
      ),
    ),
  },
  { additionalProperties: false },
);

const secret = (description: string): ReturnType<typeof Type.String> =>
  Type.String({ minLength: 1, description });

const credentialsSchema = Type.Object(
  {
    accessKeyId: Type.Optional(secret('Access key of S3; requests are unsigned without one')),
    secretAccessKey: Type.Optional(secret('Secret of the access key')),
    sessionToken: Type.Optional(secret('Token of temporary credentials')),
  },
  { additionalProperties: false },
);

/** Sets that share one DuckDB, and one temporary folder. */
const batchSize = 8;

/** The name of the root itself where a path needs the name of a folder. */
const here = '.';

const pathOf = ({ root }: FileStore, { folder, name }: FileSet): AssetPath => [
  root.name,
  folder || here,
  name,
];

/** `a`, `a/b` and `a/b/c` of `a/b/c`. */
function foldersOnTheWay(folder: string): string[] {
  const names = folder === '' ? [] : folder.split('/');
  return names.map((_name, index) => names.slice(0, index + 1).join('/'));
}

type Scanned = { store: FileStore; sets: readonly FileSet[]; folders: readonly string[] };

/** The nearest folder that is an asset itself; a filter may leave some out. */
function parentOf({ store, folders }: Scanned, folder: string): AssetPath {
  const nearest = foldersOnTheWay(folder).findLast((each) => folders.includes(each));
  return nearest === undefined ? [store.root.name] : [store.root.name, nearest];
}

function* containersOf(scanned: Scanned): Generator<ScannedAsset> {
  const { store, folders } = scanned;
  const { kind, name } = store.root;
  yield { path: [name], kind, parent: null, properties: { location: store.locate('') } };
  for (const folder of folders) {
    const above = folder.split('/').slice(0, -1).join('/');
    const properties = { location: store.locate(folder) };
    yield { path: [name, folder], kind: 'folder', parent: parentOf(scanned, above), properties };
  }
}

function factsOf(store: FileStore, { set, problem }: Described): JsonObject {
  const { kind, format, files, partitions, folder, name } = set;
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const modifiedAt =
    files
      .map((file) => file.modifiedAt)
      .sort()
      .at(-1) ?? '';
  const keys = partitions.map((column) => column.name);
  return {
    location: store.locate(folder === '' ? name : `${folder}/${name}`),
    format,
    bytes,
    modifiedAt,
    ...(kind === 'file_set' ? { files: files.length } : {}),
    ...(keys.length > 0 ? { partitionKeys: keys } : {}),
    ...(problem === undefined ? {} : { problem }),
  };
}

function assetOf(scanned: Scanned, described: Described): ScannedAsset {
  const { set, columns } = described;
  return {
    path: pathOf(scanned.store, set),
    kind: set.kind,
    parent: parentOf(scanned, set.folder),
    properties: factsOf(scanned.store, described),
    ...(columns === undefined ? {} : { columns }),
    ...(described.problem !== undefined && { isIncomplete: true }),
  };
}

async function* assetsOf(scanned: Scanned, context: ScanContext): AsyncGenerator<ScannedAsset> {
  yield* containersOf(scanned);
  const { signal, access } = context;
  const limits = { statementTimeoutMs: access.statementTimeoutMs, signal };
  for (let at = 0; at < scanned.sets.length; at += batchSize) {
    const batch = scanned.sets.slice(at, at + batchSize);
    for (const described of await describeSets(scanned.store, batch, limits)) {
      const { set, problem } = described;
      if (problem !== undefined) {
        context.note(`${[set.folder || here, set.name].join('/')} has no columns: ${problem}`);
      }
      yield assetOf(scanned, described);
    }
  }
}

async function look(
  store: FileStore,
  declared: FileFormat | undefined,
  { filter }: ScanContext,
): Promise<Scanned> {
  const all = groupFiles(await store.list(), declared);
  const sets = all.filter((set) => filter.admits(pathOf(store, set)));
  const ways = new Set(sets.flatMap(({ folder }) => foldersOnTheWay(folder)));
  const folders = [...ways].sort().filter((folder) => filter.admits([store.root.name, folder]));
  return { store, sets, folders };
}

/**
 * CSV, JSON and Parquet files of a folder or of an S3 bucket. A path is root, folder (with slashes; `.` is the root itself) and
 * name of the file or set, so that filters on names look at files and filters on schemas at folders, however deep they lie.
 */
export const files = defineAssetSource({
  name: 'files',
  title: 'Files in a folder or S3 bucket',
  levels: ['catalog', 'schema', 'name'],
  configSchema,
  credentialsSchema,
  triedAgainst: 'real files; for S3, a fake that checks signatures',
  async open({ config, credentials }, context) {
    const { location, endpoint, region, format = 'auto' } = config;
    context.signal.throwIfAborted();
    const declared = format === 'auto' ? undefined : format;
    const store = await (location.startsWith('s3://')
      ? openBucket({ location, endpoint, region, declared, credentials }, context)
      : openFolder(location, context));
    return {
      describe: async () => store.describe(),
      async *pages() {
        yield* inPages(assetsOf(await look(store, declared, context), context), context);
      },
      close: store.discard,
    };
  },
});
