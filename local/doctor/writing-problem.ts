import { constants } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';

/** The reason why a folder, or its nearest existing parent, is not writable; undefined if it is. */
export async function writingProblem(folder: string): Promise<string | undefined> {
  const existing = await nearestThatExists(folder);
  const stat = await fs.stat(existing);
  if (!stat.isDirectory()) return `${folder} cannot be used: ${existing} is a file`;
  const may = await fs.access(existing, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  return may ? undefined : `${folder}: ${existing} is not writable`;
}

/** The folder itself, or its nearest existing parent. */
export async function nearestThatExists(folder: string): Promise<string> {
  const isThere = await fs.stat(folder).then(
    () => true,
    () => false,
  );
  const above = path.dirname(folder);
  return isThere || above === folder ? folder : nearestThatExists(above);
}
