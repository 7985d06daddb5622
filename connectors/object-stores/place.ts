import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { refuse } from '../../domain/errors.ts';
import { maxFiles } from '../guard/file-pattern.ts';
import type { FilePlace, PlacedFile } from '../files/place.ts';
import { isHidden } from '../files/sets.ts';
import { maxListed } from '../files/store.ts';
import { mapBounded } from '../http/bounded-map.ts';
import { downloadSource } from '../http/download.ts';
import type { SourceAnswer } from '../http/source.ts';
import { keyMatcher, sharedPrefix } from './pattern.ts';
import type { ScratchFolder } from '../duckdb/scratch-folder.ts';
import { isTimeoutError, messageOf } from '../source-error.ts';

/** A store of objects that is read over HTTP. */
export type ObjectStore = {
  /** For messages, e.g. `s3://bucket`. */
  shown: string;
  /** The objects whose keys begin with the prefix and are admitted. */
  list: (prefix: string, admits: (key: string) => boolean) => Promise<PlacedFile[]>;
  /** The first object, in the order of keys, whose key begins with the prefix. */
  first: (prefix: string) => Promise<PlacedFile | undefined>;
  /** The URL of an object, and the headers that authorize a GET now. */
  locate: (key: string) => Promise<{ url: string; headers: Record<string, string> }>;
  /** The reason of a failed answer, in a sentence without secrets. */
  explain: (answer: SourceAnswer) => string;
  allowedHosts: readonly string[];
  signal: AbortSignal;
};

/** A download fails when no byte arrives for this long. */
const silenceMs = 60_000;

/** Parallel downloads: one rarely saturates the network. */
const maxDownloads = 4;

/** Limit of the names of folders on the file systems of workers. */
const maxNameBytes = 255;

/**
 * The files of a store, downloaded into a scratch folder, because DuckDB itself may not access the network. A path without a
 * wildcard is a key, or else a folder with all its files that are not hidden.
 */
export function objectPlace(store: ObjectStore, scratch: ScratchFolder): FilePlace {
  const names = new Map<string, string>();
  let tables = 0;
  return {
    async find(pattern) {
      const found = await findObjects(store, pattern);
      if (found.length > maxFiles) {
        refuse(
          'source_refused',
          `${store.shown}/${pattern} matches more than ${maxFiles} files, which is the maximum`,
        );
      }
      return found.map(({ key, bytes }) => ({ key, bytes })).sort(byKey);
    },
    async fetch(files) {
      const folder = path.join(scratch.path, String(tables++));
      await scratch.reserve(files.reduce((sum, file) => sum + file.bytes, 0));
      const targets = files.map(({ key }, index) => targetOf(folder, key, index));
      for (const place of new Set(targets.map((target) => path.dirname(target)))) {
        await mkdir(place, { recursive: true });
      }
      const downloads = files.map((file, index) => ({ file, target: targets[index] ?? '' }));
      // It waits for all downloads: none may write into a folder that is being removed.
      await mapBounded(downloads, maxDownloads, ({ file, target }) => {
        names.set(target, file.key);
        return fetchObject(store, file, target);
      });
      return targets;
    },
    shownNames: () => names,
    absence: `no object in ${store.shown} matches its location`,
  };
}

/** Collects the admitted objects of a listing; throws when there are more than 500,000. */
export async function gatherObjects<Item extends PlacedFile>(
  listed: AsyncIterable<Item>,
  admits: (key: string) => boolean,
): Promise<Item[]> {
  const admitted: Item[] = [];
  for await (const object of listed) {
    if (!admits(object.key)) continue;
    admitted.push(object);
    if (admitted.length > maxListed) {
      throw new Error(`more than ${maxListed} objects; name a longer prefix as the location`);
    }
  }
  return admitted;
}

const byKey = (one: PlacedFile, other: PlacedFile): number => (one.key < other.key ? -1 : 1);

async function findObjects(store: ObjectStore, pattern: string): Promise<readonly PlacedFile[]> {
  try {
    const prefix = sharedPrefix(pattern);
    if (prefix !== undefined) return await store.list(prefix, keyMatcher(pattern));
    // The key itself sorts before all longer keys that begin with it.
    const first = pattern.endsWith('/') ? undefined : await store.first(pattern);
    if (first?.key === pattern) return [first];
    const folder = pattern === '' || pattern.endsWith('/') ? pattern : `${pattern}/`;
    return await store.list(folder, (key) => isShown(key.slice(folder.length)));
  } catch (error) {
    store.signal.throwIfAborted();
    if (isTimeoutError(error) || isRefusal(error)) throw error;
    return refuse('source_refused', `Could not list ${store.shown}: ${messageOf(error)}`);
  }
}

const isRefusal = (error: unknown): boolean => error instanceof Error && error.name === 'Refusal';

/** A key that ends in a slash is a placeholder for a folder. */
const isShown = (below: string): boolean =>
  !below.endsWith('/') && !below.split('/').some((name) => isHidden(name));

/** The target keeps folders such as `year=2026`, which DuckDB reads as columns, and endings such as `.csv.gz`. */
function targetOf(folder: string, key: string, index: number): string {
  const segments = key.split('/');
  const ending = /(?:\.[a-z0-9]{1,10}){1,2}$/i.exec(segments.at(-1) ?? '')?.[0] ?? '';
  const partitions = segments
    .slice(0, -1)
    .filter((name) => /^[^=\0]+=[^\0]*$/.test(name) && Buffer.byteLength(name) <= maxNameBytes);
  return path.join(folder, ...partitions, `${index}${ending}`);
}

async function fetchObject(
  store: ObjectStore,
  { key, bytes }: PlacedFile,
  target: string,
): Promise<void> {
  const { url, headers } = await store.locate(key);
  const { allowedHosts, signal } = store;
  const answer = await downloadSource(
    { method: 'GET', url, headers, allowedHosts, timeoutMs: silenceMs, signal },
    { path: target, limitBytes: bytes },
  );
  if (answer.status === 200) return;
  throw new Error(`Could not read ${store.shown}/${key}: ${store.explain(answer)}`);
}
