import { Type } from '@sinclair/typebox';
import { endGitRun } from '../../commands/git/end-git-run.ts';
import { openGitCredential } from '../../commands/git/resolve-credential.ts';
import { GitError } from '../../connectors/git/git-error.ts';
import { useRepository } from '../../connectors/git/repository.ts';
import type { Repository, RepositoryOpening } from '../../connectors/git/repository.ts';
import { findGitConnectionById } from '../../db/tables/git/connections.ts';
import type { GitConnection } from '../../db/tables/git/connections.ts';
import { findGitRun } from '../../db/tables/git/runs.ts';
import type { GitRun } from '../../db/tables/git/runs.ts';
import { refuse } from '../../domain/errors.ts';
import { readRepositoryAddress } from '../../domain/git/repository.ts';
import { defineJob } from '../define-job.ts';
import type { ClosingWrite, JobContext } from '../define-job.ts';
import { throwDeleted } from '../subject-deleted.ts';
import { failureOf, storeFailure } from './failures.ts';
import { pullFile } from './pull-file.ts';
import { proposeFile } from './propose-file.ts';
import { pushFile } from './push-file.ts';
import { endMessageOf, organizationOf } from './run-end.ts';
import { storeSeen } from './seen-file.ts';
import type { Syncing } from './syncing.ts';
import { note } from './syncing.ts';

/** Maximum number of looks in one attempt, while others keep committing. */
const looks = 3;

const nothing: ClosingWrite = () => Promise.resolve();

/**
 * Looks at the connected file of a document, and pulls or pushes it. What came of it is stored in one fenced transaction with the
 * end of the run, so that a retry after the death of a worker finds the run ended, or begins with a new look.
 */
export const syncFile = defineJob({
  kind: 'git',
  name: 'sync-file',
  payload: Type.Object({ runId: Type.String() }),
  run: async (context, { runId }) => {
    const organizationId = organizationOf(context.work.organizationId);
    const { knex } = context.database;
    const run =
      (await findGitRun(knex, { organizationId, id: runId })) ??
      throwDeleted('The connection was deleted before the run.');
    if (run.outcome !== null) return nothing;
    const key = { organizationId, id: run.connectionId };
    const connection =
      (await findGitConnectionById(knex, key)) ?? throwDeleted('The document was deleted.');
    const syncing: Syncing = { context, organizationId, run, connection };
    try {
      await sync(syncing);
    } catch (error) {
      const failure = failureOf(error);
      if (failure === undefined || context.signal.aborted) throw error;
      await storeFailure(syncing, failure);
    }
    return nothing;
  },
  giveUp: async (tx, { work, payload, now }, reason) => {
    const organizationId = organizationOf(work.organizationId);
    const run = await findGitRun(tx, { organizationId, id: payload.runId });
    if (run) await endGitRun(tx, organizationId, run, { ...endMessageOf(reason), now });
  },
});

type Step = (syncing: Syncing, repository: Repository, opening: RepositoryOpening) => Promise<void>;

const steps: Record<GitRun['action'], Step> = {
  check: storeSeen,
  pull: pullFile,
  push: pushFile,
  'push-pr': proposeFile,
};

async function sync(syncing: Syncing): Promise<void> {
  const { context, organizationId, run, connection } = syncing;
  await note(syncing, 'fetching', fetchingLine(context, connection));
  const address = readRepositoryAddress(connection.repositoryUrl);
  if (typeof address === 'string')
    refuse('git_refused', `The address of the repository ${address}.`);
  const { secretKey: keys, sourceAccess } = context.settings;
  const { knex } = context.database;
  const signIn = await openGitCredential(knex, organizationId, connection, { address, keys });
  const { allowedHosts } = sourceAccess;
  const { signal } = context;
  const opening = { address, branch: connection.branch, signIn, allowedHosts, signal };
  for (let attempt = 1; ; attempt++) {
    try {
      return await useRepository(opening, (repository) =>
        steps[run.action](syncing, repository, opening),
      );
    } catch (error) {
      // Another commit came between our look and our push: the next look decides again.
      if (!(error instanceof GitError) || error.problem !== 'moved' || attempt === looks)
        throw error;
    }
  }
}

function fetchingLine({ work }: JobContext, { branch, host }: GitConnection): string {
  const again = work.attempt > 1 ? `Attempt ${work.attempt}: ` : '';
  return `${again}Fetching the newest commit of branch '${branch}' from ${host}.`;
}
