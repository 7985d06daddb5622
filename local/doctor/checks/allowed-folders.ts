import { constants } from 'node:fs';
import fs from 'node:fs/promises';

import { failed, ok } from '../check.ts';
import type { Check } from '../check.ts';

/** Every folder of ALLOWED_DATA_DIRS is there and can be read. */
export const allowedFolders: Check = {
  name: 'allowed-folders',
  settings: ['ALLOWED_DATA_DIRS'],
  run: async ({ config: { allowedDataDirs } }) => {
    const problems = await Promise.all(allowedDataDirs.map(problemOf));
    const found = problems.filter((problem) => problem !== undefined);
    if (found.length > 0) {
      return failed(
        found.join('; '),
        'Make the folder, let the user of Concordat read it, or take it out of ALLOWED_DATA_DIRS.',
      );
    }
    return ok(allowedDataDirs.join(', ') || 'none');
  },
};

async function problemOf(folder: string): Promise<string | undefined> {
  try {
    if (!(await fs.stat(folder)).isDirectory()) return `${folder} is no folder`;
    await fs.access(folder, constants.R_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ENOTDIR'
      ? `${folder} does not exist`
      : `${folder} cannot be read (${code})`;
  }
}
