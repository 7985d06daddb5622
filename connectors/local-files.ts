import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Refusal, refuse } from '../domain/errors.ts';
import type { ContractServer } from '../domain/standards/odcs/contract-model.ts';
import type { Connector, SourceAccess } from './connector.ts';
import { allowedRealPath, checkAllowedPattern, resolveAllowedFiles } from './file-guard.ts';
import type { FilePlace } from './file-place.ts';
import { openFilesIn } from './file-source.ts';

function plainPath(path: string): string {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(path)?.[1]?.toLowerCase();
  // What follows the scheme may hold a secret, so only that much is said.
  if (scheme !== undefined && scheme !== 'file') {
    refuse('source_refused', `Path ${scheme}://… is not a local file`);
  }
  if (!/^file:/i.test(path)) return path;
  try {
    return fileURLToPath(path);
  } catch {
    return refuse('source_refused', `Path file://… is not a path of this machine`);
  }
}

function pathOf(server: ContractServer): string {
  const path = server['path'] ?? server['location'];
  if (typeof path !== 'string' || path === '') {
    refuse('source_refused', `Server '${server.server}' needs a path to be tested`);
  }
  return plainPath(path);
}

/** A link that leads outside is told of the table whose file it is. */
async function pathsOf(
  pattern: string,
  allowedFolders: readonly string[],
  signal: AbortSignal,
): Promise<string[] | { unreadable: string }> {
  try {
    return await resolveAllowedFiles(pattern, allowedFolders, signal);
  } catch (error) {
    if (error instanceof Refusal) return { unreadable: error.message };
    throw error;
  }
}

function localPlace({ allowedDataDirs }: SourceAccess, signal: AbortSignal): FilePlace {
  return {
    async find(pattern) {
      const paths = await pathsOf(pattern, allowedDataDirs, signal);
      if ('unreadable' in paths) return paths;
      return Promise.all(
        paths.map(async (path) => ({ key: path, bytes: (await stat(path)).size })),
      );
    },
    async bring(files) {
      const paths = [];
      // Once more: what a Delta log names was not looked for, and a link may have been put there since.
      for (const { key } of files) paths.push(await allowedRealPath(key, allowedDataDirs));
      if (paths.includes(undefined)) throw new Error('a file of the table is gone');
      return paths.filter((path) => path !== undefined);
    },
    shownNames: () => new Map(),
    absence: 'no file in the allowed folders (ALLOWED_DATA_DIRS) matches its path',
  };
}

/**
 * CSV, JSON, Parquet and Delta files of the worker's own machine, read by an embedded DuckDB that can open nothing but
 * the files that were vetted. CSV cells are texts and JSON members stay JSON, so that no value can spoil the reading.
 */
export const localFiles: Connector = {
  name: 'local-files',
  serverTypes: ['local'],
  credentials: [],
  signIns: [],
  placeIs: undefined,
  place: () => undefined,
  title: 'Files of the worker',
  tested: { live: true, against: 'CSV, JSON, Parquet and Delta files' },
  async open(server, access, signal) {
    const path = pathOf(server);
    signal.throwIfAborted();
    // Refuses a path outside before anything is opened; what `{model}` makes of it is checked per table.
    await checkAllowedPattern(path.replaceAll('{model}', '*'), access.allowedDataDirs);
    return openFilesIn({ server, path, access, signal }, async () => localPlace(access, signal));
  },
};
