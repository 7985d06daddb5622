import type { GitConnection } from '../../db/tables/git/connections.ts';
import { updateGitProgress } from '../../db/tables/git/runs.ts';
import type { GitPhase } from '../../db/tables/git/progress.ts';
import type { GitRun } from '../../db/tables/git/runs.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import type { JobContext } from '../define-job.ts';

/** One attempt of a run. */
export type Syncing = {
  context: JobContext;
  organizationId: OrganizationId;
  run: GitRun;
  /** As it was when the attempt began. */
  connection: GitConnection;
};

/** Stores the phase of the run with a line of its log. */
export async function note(
  { context, organizationId, run }: Syncing,
  phase: GitPhase,
  message: string,
): Promise<void> {
  const line = { at: context.clock.now().toISOString(), level: 'info', message } as const;
  const key = { organizationId, id: run.id };
  await context.fenced((tx) => updateGitProgress(tx, key, phase, line));
}
