import type { GitEnd } from '../../db/tables/git/progress.ts';
import { refuse } from '../../domain/errors.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import type { GiveUpReason } from '../define-job.ts';

/** The end of a run that was cancelled, or whose attempts have all failed. */
export function endMessageOf({ outcome, error }: GiveUpReason): GitEnd {
  if (outcome === 'CANCELLED') return { outcome, code: 'git_cancelled', message: 'Cancelled.' };
  const message =
    error === 'worker_lost'
      ? 'The worker died, and so did the workers that took over.'
      : 'An unexpected error ended the run; operators find it in the log of the worker.';
  return { outcome, code: 'git_unreachable', message };
}

export function organizationOf(id: OrganizationId | undefined): OrganizationId {
  return id ?? refuse('bad_request', 'A run belongs to an organization.');
}
