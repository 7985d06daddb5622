import type { TestApi } from '../../../support/http/api.ts';
import { testSecretKey } from '../../../support/sources/job-settings.ts';
import { onDatabase, secret, undo } from './planted-servers.ts';
import type { Fault } from './planted-servers.ts';

/** An SSH key on a machine without ssh and git. */
export const gitWithoutPrograms = (api: () => TestApi): Fault => ({
  fault: 'an SSH key for Git without git and ssh',
  check: 'git',
  state: 'warning',
  plant: async () => {
    const key = { gitConnectionType: 'github', tokenType: 'sshKey', knownHosts: 'x' };
    const authenticationToken = `-----BEGIN PRIVATE KEY-----\n${secret}`;
    const body = { ...key, authenticationToken };
    await api().send('POST', '/api/organization/gitcredentials', { body });
    undo.push(() => onDatabase(api().url, 'delete from git_credentials'));
    return { env: { PATH: '/nowhere', SECRET_KEY: testSecretKey } };
  },
  found: 'git and ssh not installed, but an SSH key is stored for Git',
  advice: 'Install git and ssh',
});
