import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Refusal, refuse } from '../../domain/errors.ts';
import type { ContractServer } from '../../domain/standards/odcs/contract-model.ts';
import type { Connector, SourceAccess } from '../connector.ts';
import * as about from './about.ts';
import { allowedRealPath, checkAllowedPattern, resolveAllowedFiles } from '../guard/files.ts';
import type { FilePlace } from './place.ts';
import { openFilesIn } from './source.ts';

function plainPath(path: string): string {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(path)?.[1]?.toLowerCase();
  // The rest of the path may contain a secret, so messages show only the scheme.
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

/** A link out of the allowed folders is an error of its table only. */
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
    async fetch(files) {
      const paths = [];
      // Checks again: a Delta log may name other files, and links may have been created since.
      for (const { key } of files) paths.push(await allowedRealPath(key, allowedDataDirs));
      if (paths.includes(undefined)) throw new Error('a file of the table was deleted');
      return paths.filter((path) => path !== undefined);
    },
    shownNames: () => new Map(),
    absence: 'no file in the allowed folders (ALLOWED_DATA_DIRS) matches its path',
  };
}

/**
 * CSV, JSON, Parquet and Delta files of the worker's machine, read by an embedded DuckDB that can open only the checked files.
 * CSV cells are text and JSON members stay JSON, so that no value can make the reading fail.
 */
export const localFiles: Connector<'local-files'> = {
  ...about.localFiles,
  async open(server, access, signal) {
    const path = pathOf(server);
    signal.throwIfAborted();
    // Refuses a path outside the allowed folders before anything is opened; the path of each table is checked again.
    await checkAllowedPattern(path.replaceAll('{model}', '*'), access.allowedDataDirs);
    return openFilesIn({ server, path, access, signal }, async () => localPlace(access, signal));
  },
};
