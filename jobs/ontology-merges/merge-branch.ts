import { Type } from '@sinclair/typebox';
import { findPrincipal } from '../../commands/keys/key-principal.ts';
import { landMerge, workOutMerge } from '../../commands/semantics/merge/land-merge.ts';
import { findMerge, updateMergeEnd } from '../../db/tables/semantics/ontology-merges.ts';
import { Refusal, refuse } from '../../domain/errors.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { defineJob } from '../define-job.ts';

/**
 * Maximum number of retries because the namespace changed during the merge; each time another merge has
 * succeeded.
 */
const attempts = 100;

const nothing = (): Promise<void> => Promise.resolve();

/**
 * Merges one branch into its namespace. The result and the outcome of the merge are committed in one fenced
 * transaction, so that a retry after a worker's death finds the merge done.
 */
export const mergeBranch = defineJob({
  kind: 'ontology-merges',
  name: 'merge-branch',
  payload: Type.Object({ mergeId: Type.String() }),
  run: async (context, { mergeId }) => {
    const { database, signal, clock } = context;
    const key = { organizationId: organizationOf(context.work.organizationId), id: mergeId };
    for (let attempt = 0; attempt < attempts; attempt++) {
      signal.throwIfAborted();
      const merge = await findMerge(database.knex, key);
      if (!merge || merge.outcome !== null) return nothing;
      const namespace = { organizationId: key.organizationId, id: merge.namespaceId };
      const workedOut = await workOutMerge(database.knex, namespace, merge.branch).catch(tryAgain);
      const landed = await context.fenced(async (tx) => {
        const now = clock.now();
        const requestId = merge.requestId ?? undefined;
        const cause = { ...namespace, principal: merge.principal, requestId, now };
        const requester = await findPrincipal(tx, key.organizationId, merge.principal, now);
        const outcome = await landMerge(tx, cause, { ...workedOut, requester });
        if (outcome) await updateMergeEnd(tx, key, outcome, now);
        return outcome !== undefined;
      });
      if (landed) return nothing;
    }
    throw new Error('the namespace keeps changing');
  },
  giveUp: async (tx, { work, payload, now }, { error }) => {
    const key = { organizationId: organizationOf(work.organizationId), id: payload.mergeId };
    await updateMergeEnd(tx, key, { outcome: 'failed', error }, now);
  },
});

/** Overload is no outcome of a merge: the next attempt may succeed. */
function tryAgain(error: unknown): never {
  if (error instanceof Refusal && error.code === 'unavailable') throw new Error(error.message);
  throw error;
}

function organizationOf(id: OrganizationId | undefined): OrganizationId {
  return id ?? refuse('bad_request', 'A merge belongs to an organization.');
}
