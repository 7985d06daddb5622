import { team } from '../builders/contracts.ts';
import { startApi } from '../http/api.ts';
import type { TestApi } from '../http/api.ts';
import { hasGit, startGitServer } from './git-server.ts';
import type { GitServer } from './git-server.ts';
import { startWorkers } from './worker.ts';

/** `describe` on machines with the program git. */
export const describeGit = hasGit ? describe : describe.skip;

export type GitStack = { api: TestApi; git: GitServer; stop: () => Promise<void> };

/** An API with workers, two teams, and a Git server for which the team `checkout` has the credential `robot`. */
export async function startGitStack(token: string): Promise<GitStack> {
  const [api, git] = await Promise.all([startApi(), startGitServer(token)]);
  const workers = startWorkers(api, { allowedHosts: ['127.0.0.1'] });
  for (const id of ['checkout', 'other'])
    await api.send('PUT', `/api/teams/${id}`, { body: team(id) });
  const secret = { host: git.host, authenticationToken: token };
  await api.send('POST', '/api/teams/checkout/gitcredentials', {
    body: { externalId: 'robot', gitConnectionType: 'git', ...secret },
  });
  const stop = async (): Promise<void> => {
    await workers.stop();
    await git.stop();
    await api.stop();
  };
  return { api, git, stop };
}

/** Starts a stack before the tests of a file and stops it after them, where git is installed. */
export function useGitStack(token: string, onStart: (stack: GitStack) => unknown): void {
  let stack: GitStack | undefined;
  beforeAll(async () => {
    if (!hasGit) return;
    stack = await startGitStack(token);
    await onStart(stack);
  });
  afterAll(() => stack?.stop());
}
