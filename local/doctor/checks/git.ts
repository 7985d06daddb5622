import { access, constants } from 'node:fs/promises';
import path from 'node:path';
import { countSshKeys } from '../../../db/tables/git/credentials.ts';
import { ok, warning } from '../check.ts';
import type { Check } from '../check.ts';
import { onDatabase } from '../on-database.ts';

/** Checks that git and ssh are installed if SSH keys are stored; Git over HTTP needs no program. */
export const git: Check = {
  name: 'git',
  needs: ['schema'],
  run: async ({ databaseUrl = '', env }) => {
    const keys = await onDatabase(databaseUrl, countSshKeys);
    if (keys === 0) return ok('no SSH keys are stored; Git over HTTP needs no program');
    const missing: string[] = [];
    for (const name of ['git', 'ssh']) if (!(await isInstalled(name, env.PATH))) missing.push(name);
    if (missing.length === 0) return ok('git and ssh are installed');
    return warning(
      `${missing.join(' and ')} not installed, but ${keys === 1 ? 'an SSH key is' : `${keys} SSH keys are`} stored for Git`,
      'Install git and ssh (Debian: git, openssh-client) on the machines of the workers, or use tokens and https:// instead.',
    );
  },
};

async function isInstalled(name: string, folders = ''): Promise<boolean> {
  for (const folder of folders.split(path.delimiter).filter((each) => each !== '')) {
    const isThere = await access(path.join(folder, name), constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return true;
  }
  return false;
}
