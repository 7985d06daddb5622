import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { refuse } from '../domain/errors.ts';
import { mostFiles } from './file-pattern.ts';
import type { FilePlace, PlacedFile } from './file-place.ts';
import { isHidden } from './file-sets.ts';
import { downloadSource } from './http-download.ts';
import type { SourceAnswer } from './http-source.ts';
import { keyMatcher, sharedPrefix } from './object-pattern.ts';
import type { ScratchFolder } from './scratch-folder.ts';
import { isTimeoutError, messageOf } from './source-error.ts';

/** A store of objects that is read over HTTP. */
export type ObjectStore = {
  /** As people write it, e.g. `s3://bucket`. */
  shown: string;
  /** The objects whose keys begin with the prefix and are admitted. */
  list: (prefix: string, admits: (key: string) => boolean) => Promise<PlacedFile[]>;
  /** The first object, by their keys, of those that begin with the prefix. */
  first: (prefix: string) => Promise<PlacedFile | undefined>;
  /** Where an object is, and the headers that let it be read now. */
  locate: (key: string) => Promise<{ url: string; headers: Record<string, string> }>;
  /** What a failed answer says, in a sentence without secrets. */
  explain: (answer: SourceAnswer) => string;
  allowedHosts: readonly string[];
  signal: AbortSignal;
};

/** Longest time without a byte. */
const silenceMs = 60_000;

/** Side by side; the network is seldom used up by one. */
const downloadsAtOnce = 4;

/** Longest name of a folder on the systems that workers run on, in bytes. */
const longestName = 255;

/**
 * The files of a store, which are fetched into a scratch folder: DuckDB reads what the guard of hosts let through. A path
 * without a wildcard is a key, or else the folder of that name with all in it that is not hidden.
 */
export function objectPlace(store: ObjectStore, scratch: ScratchFolder): FilePlace {
  const names = new Map<string, string>();
  let tables = 0;
  return {
    async find(pattern) {
      const found = await findObjects(store, pattern);
      if (found.length > mostFiles) {
        refuse(
          'source_refused',
          `${store.shown}/${pattern} names more than ${mostFiles} files; at most ${mostFiles} can be read`,
        );
      }
      return found.map(({ key, bytes }) => ({ key, bytes })).sort(byKey);
    },
    async bring(files) {
      const folder = path.join(scratch.path, String(tables++));
      await scratch.reserve(files.reduce((sum, file) => sum + file.bytes, 0));
      const targets = files.map(({ key }, index) => targetOf(folder, key, index));
      for (const place of new Set(targets.map((target) => path.dirname(target)))) {
        await mkdir(place, { recursive: true });
      }
      await inParallel(files, async (file, index) => {
        const target = targets[index] ?? '';
        names.set(target, file.key);
        await fetchObject(store, file, target);
      });
      return targets;
    },
    shownNames: () => names,
    absence: `no object in ${store.shown} matches its location`,
  };
}

const byKey = (one: PlacedFile, other: PlacedFile): number => (one.key < other.key ? -1 : 1);

async function findObjects(store: ObjectStore, pattern: string): Promise<readonly PlacedFile[]> {
  try {
    const prefix = sharedPrefix(pattern);
    if (prefix !== undefined) return await store.list(prefix, keyMatcher(pattern));
    // Of all keys that begin so, the key itself is the first.
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

/** Keys that end in a slash stand for folders. */
const isShown = (below: string): boolean =>
  !below.endsWith('/') && !below.split('/').some((name) => isHidden(name));

/** Folders that hold the values of partitions are columns, and endings say how a file is compressed. */
function targetOf(folder: string, key: string, index: number): string {
  const segments = key.split('/');
  const ending = /(?:\.[a-z0-9]{1,10}){1,2}$/i.exec(segments.at(-1) ?? '')?.[0] ?? '';
  const partitions = segments
    .slice(0, -1)
    .filter((name) => /^[^=\0]+=[^\0]*$/.test(name) && Buffer.byteLength(name) <= longestName);
  return path.join(folder, ...partitions, `${index}${ending}`);
}

async function inParallel<Item>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < items.length) {
      const index = next++;
      const item = items[index];
      if (item !== undefined) await work(item, index);
    }
  };
  // All end before an error is told: nothing may write into a folder that is being removed.
  const ended = await Promise.allSettled(
    Array.from({ length: Math.min(downloadsAtOnce, items.length) }, async () =>
      lane().catch((error: unknown) => {
        next = items.length;
        throw error;
      }),
    ),
  );
  const failed = ended.find((each) => each.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

async function fetchObject(
  store: ObjectStore,
  { key, bytes }: PlacedFile,
  target: string,
): Promise<void> {
  const { url, headers } = await store.locate(key);
  const { allowedHosts, signal } = store;
  const wish = { method: 'GET', url, headers, allowedHosts } as const;
  const answer = await downloadSource(
    { ...wish, timeoutMs: silenceMs, signal },
    { path: target, limitBytes: bytes },
  );
  if (answer.status === 200) return;
  throw new Error(`Could not read ${store.shown}/${key}: ${store.explain(answer)}`);
}
