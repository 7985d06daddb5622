import { endGitRun } from '../../commands/git/end-git-run.ts';
import { GitError } from '../../connectors/git/git-error.ts';
import { updateGitProblem } from '../../db/tables/git/connections.ts';
import { Refusal } from '../../domain/errors.ts';
import type { RefusalCode } from '../../domain/errors.ts';
import type { Syncing } from './syncing.ts';

/** The reason of a failed run; `isOfRepository` if the repository could not be looked at. */
export type Failure = { code: RefusalCode; message: string; isOfRepository: boolean };

/** Refusals about the way to the repository, and not about its file. */
const onTheWay: ReadonlySet<RefusalCode> = new Set([
  'source_refused',
  'git_credential_missing',
  'secret_key_missing',
]);

/** The reason for people; undefined for errors that are bugs or outages of ours, which are tried again. */
export function failureOf(error: unknown): Failure | undefined {
  if (error instanceof GitError) {
    const { problem, message } = error;
    const isAway = problem === 'unreachable' || problem === 'malformed';
    const isOfRepository = problem !== 'push_refused' && problem !== 'moved';
    return { code: isAway ? 'git_unreachable' : 'git_refused', message, isOfRepository };
  }
  if (!(error instanceof Refusal) || error.code === 'unavailable') return undefined;
  const { code, message } = error;
  return { code, message, isOfRepository: onTheWay.has(code) };
}

/** Ends the run FAILED. */
export async function storeFailure(
  { context, organizationId, run, connection }: Syncing,
  { code, message, isOfRepository }: Failure,
): Promise<void> {
  await context.fenced(async (tx) => {
    const now = context.clock.now();
    const key = { organizationId, id: connection.id };
    if (isOfRepository) await updateGitProblem(tx, key, message, now);
    await endGitRun(tx, organizationId, run, { outcome: 'FAILED', code, message, now });
  });
}
