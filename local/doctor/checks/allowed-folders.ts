import { constants } from 'node:fs';
import fs from 'node:fs/promises';

import { failed, ok } from '../check.ts';
import type { Check } from '../check.ts';

/** Checks that every folder of ALLOWED_DATA_DIRS exists and is readable. */
export const allowedFolders: Check = {
  name: 'allowed-folders',
  settings: ['ALLOWED_DATA_DIRS'],
  run: async ({ config: { allowedDataDirs } }) => {
    const problems = await Promise.all(allowedDataDirs.map(problemOf));
    const found = problems.filter((problem) => problem !== undefined);
    if (found.length > 0) {
      return failed(
        found.join('; '),
        'Create the folder, make it readable for the user of Concordat, or remove it from ALLOWED_DATA_DIRS.',
      );
    }
    return ok(allowedDataDirs.join(', ') || 'none');
  },
};

async function problemOf(folder: string): Promise<string | undefined> {
  try {
    if (!(await fs.stat(folder)).isDirectory()) return `${folder} is not a folder`;
    await fs.access(folder, constants.R_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ENOTDIR'
      ? `${folder} does not exist`
      : `${folder} cannot be read (${code})`;
  }
}
