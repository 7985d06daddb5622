import { readdir, stat } from 'node:fs/promises';
import type { Dirent } from 'node:fs';
import path from 'node:path';
import type { ScanContext } from '../asset-source.ts';
import { allowedRealPath, resolveAllowedFolder } from '../guard/files.ts';
import { ifThere } from '../guard/file-pattern.ts';
import { isHidden } from '../files/sets.ts';
import type { StoredFile } from '../files/sets.ts';
import { maxListed } from '../files/store.ts';
import type { FileStore } from '../files/store.ts';
import { codeOf } from '../source-error.ts';

type Walk = {
  context: ScanContext;
  found: StoredFile[];
  /** Real paths of the files, by key. */
  paths: Map<string, string>;
};

type Step = { real: string; key: string; above: readonly string[] };

/**
 * A folder of the worker's machine. Refuses with `source_refused` a folder outside the allowed folders. Links inside the allowed
 * folders are followed; others are left out with a note.
 */
export async function openFolder(location: string, context: ScanContext): Promise<FileStore> {
  const root = await resolveAllowedFolder(location, context.access.allowedDataDirs);
  const paths = new Map<string, string>();
  const name = path.basename(root) || path.sep;
  return {
    root: { kind: 'directory', name },
    describe: () => `Folder ${name} of the worker`,
    locate: (key) => path.posix.join(location, key),
    async list() {
      const walk: Walk = { context, found: [], paths };
      paths.clear();
      await walkFolder(walk, { real: root, key: '', above: [] });
      return walk.found;
    },
    async fetch({ key }) {
      const known = paths.get(key) ?? '';
      // Checks again, because a link may have been created since.
      const real = await allowedRealPath(known, context.access.allowedDataDirs);
      if (real === undefined) throw new Error('the file was deleted');
      return { path: real, isCut: false };
    },
    discard: async () => undefined,
  };
}

async function walkFolder(walk: Walk, { real, key, above }: Step): Promise<void> {
  const { signal } = walk.context;
  signal.throwIfAborted();
  const entries = await readdir(real, { withFileTypes: true }).catch((error: unknown) => {
    throw new Error(`folder ${key || '.'} cannot be read (${codeOf(error) ?? 'unknown error'})`);
  });
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    if (isHidden(entry.name)) continue;
    const below = key === '' ? entry.name : `${key}/${entry.name}`;
    const target = await targetOf(walk, entry, { shown: below, folder: real });
    if (target === undefined) continue;
    await takeEntry(walk, { real: target, key: below, above: [...above, real] });
  }
}

async function targetOf(
  { context }: Walk,
  entry: Dirent,
  { shown, folder }: { shown: string; folder: string },
): Promise<string | undefined> {
  const plain = path.join(folder, entry.name);
  if (!entry.isSymbolicLink()) return plain;
  const real = await allowedRealPath(plain, context.access.allowedDataDirs);
  if (real === undefined)
    context.note(
      `${shown} is left out: the link points outside the allowed folders, or to no file`,
    );
  return real;
}

async function takeEntry(walk: Walk, step: Step): Promise<void> {
  const status = await ifThere(stat(step.real));
  // A link to one of its own parent folders would be followed endlessly.
  if (status?.isDirectory() === true && !step.above.includes(step.real)) {
    return walkFolder(walk, step);
  }
  if (status?.isFile() !== true) return undefined;
  walk.paths.set(step.key, step.real);
  walk.found.push({ key: step.key, bytes: status.size, modifiedAt: status.mtime.toISOString() });
  if (walk.found.length > maxListed) {
    throw new Error(`more than ${maxListed} files; name a folder further in as the location`);
  }
  return undefined;
}
