import type { JsonObject } from '../../lib/json/json.ts';
import type { AssetPath, ScannedAsset } from '../../domain/ingestion/scanned-asset.ts';
import { inPages } from '../assets/pages.ts';
import { defineAssetSource } from '../asset-source.ts';
import * as about from './about.ts';
import type { ScanContext } from '../asset-source.ts';
import { describeSets } from './columns.ts';
import type { Described } from './columns.ts';
import type { FileFormat } from '../files/readers.ts';
import { groupFiles } from '../files/sets.ts';
import type { FileSet } from '../files/sets.ts';
import type { FileStore } from '../files/store.ts';
import { openFolder } from './folder-store.ts';
import { openBucket } from './s3-store.ts';

/** Sets per DuckDB session and temporary folder. */
const batchSize = 8;

/** The name of the root folder in paths. */
const here = '.';

const pathOf = ({ root }: FileStore, { folder, name }: FileSet): AssetPath => [
  root.name,
  folder || here,
  name,
];

/** Returns `a`, `a/b` and `a/b/c` for `a/b/c`. */
function foldersOnTheWay(folder: string): string[] {
  const names = folder === '' ? [] : folder.split('/');
  return names.map((_name, index) => names.slice(0, index + 1).join('/'));
}

type Scanned = { store: FileStore; sets: readonly FileSet[]; folders: readonly string[] };

/** The nearest folder that is an asset; a filter may exclude some. */
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

/** Series of files that the log of a run names. */
const maxNoted = 50;

function noteSeries({ sets }: Scanned, { note }: ScanContext): void {
  const joined = sets.filter(
    ({ kind, partitions }) => kind === 'file_set' && partitions.length === 0,
  );
  for (const { folder, name, files: members } of joined.slice(0, maxNoted)) {
    const [first, last] = [members[0], members.at(-1)].map((file) => file?.key.split('/').at(-1));
    const location = [folder || here, name].join('/');
    note(`Joined ${members.length} files as ${location}: ${first} to ${last}`);
  }
  if (joined.length > maxNoted) note(`Joined ${joined.length - maxNoted} more series of files`);
}

type Grouping = { declared: FileFormat | undefined; joinsSeries: boolean };

async function look(
  store: FileStore,
  { declared, joinsSeries }: Grouping,
  { filter }: ScanContext,
): Promise<Scanned> {
  const all = groupFiles(await store.list(), declared, { joinsSeries });
  const sets = all.filter((set) => filter.admits(pathOf(store, set)));
  const ways = new Set(sets.flatMap(({ folder }) => foldersOnTheWay(folder)));
  const folders = [...ways].sort().filter((folder) => filter.admits([store.root.name, folder]));
  return { store, sets, folders };
}

/**
 * CSV, JSON and Parquet files of a folder or an S3 bucket. A path consists of the root, the folder (with slashes, `.` for the
 * root itself) and the name of the file or set, so that filters on names match files, and filters on schemas match folders at any
 * depth.
 */
export const files = defineAssetSource(about.files, async ({ config, credentials }, context) => {
  const { location, endpoint, region, format = 'auto', joinSeries = true } = config;
  context.signal.throwIfAborted();
  const declared = format === 'auto' ? undefined : format;
  const store = await (location.startsWith('s3://')
    ? openBucket({ location, endpoint, region, declared, credentials }, context)
    : openFolder(location, context));
  return {
    describe: async () => store.describe(),
    async *pages() {
      const scanned = await look(store, { declared, joinsSeries: joinSeries }, context);
      noteSeries(scanned, context);
      yield* inPages(assetsOf(scanned, context), context);
    },
    close: store.discard,
  };
});
