import type { Database } from '../../db/connect.ts';
import { findHeadAndTeams } from '../../db/tables/documents/documents.ts';
import { recordEvent } from '../../db/tables/feed/events.ts';
import { forgetLineage } from '../../db/tables/lineage/forgotten.ts';
import {
  deleteLineageEvents,
  listProductsOfEvents,
} from '../../db/tables/lineage/listed-events.ts';
import { transact } from '../../db/transact.ts';
import { refuse } from '../../domain/errors.ts';
import { actsForOrganization } from '../../domain/organizations/permissions.ts';
import type { Principal } from '../../domain/principal.ts';
import { assertPermission } from '../assert-permission.ts';

export type DeleteLineage = {
  runId: string | undefined;
  jobNamespace: string | undefined;
  jobName: string | undefined;
  principal: Principal;
  requestId: string;
  now: Date;
};

/** A key of a team must hold the permission on every product, so that more products than this are refused. */
const maxProducts = 100;

/**
 * Deletes the events of a run or of a job, and what only they said; returns their number. Refuses with `bad_request` if neither is
 * named, and with `permission_denied`.
 */
export async function deleteLineage(
  database: Database,
  { runId, jobNamespace, jobName, principal, requestId, now }: DeleteLineage,
): Promise<number> {
  if (runId === undefined && (jobNamespace === undefined || jobName === undefined)) {
    refuse('bad_request', 'Name what to delete: ?runId=, or ?jobNamespace= and ?jobName=.');
  }
  const filter = { runId, jobNamespace, jobName };
  const { organizationId } = principal;
  return transact(database, async (tx) => {
    if (!actsForOrganization(principal, 'change')) {
      const products = await listProductsOfEvents(tx, organizationId, filter, maxProducts + 1);
      if (products.length > maxProducts) {
        refuse('permission_denied', 'The events belong to too many data products for this key.');
      }
      const owners: (string | undefined)[] = [];
      for (const id of products) {
        const { head } = await findHeadAndTeams(
          tx,
          { organizationId, kind: 'data-product', id },
          [],
        );
        owners.push(head?.ownerId ?? undefined);
      }
      await assertPermission(tx, principal, 'RESOURCES_EDIT', owners);
    }
    const { count, subjects, datasets } = await deleteLineageEvents(tx, organizationId, filter);
    if (count === 0) return 0;
    await forgetLineage(tx, organizationId, { subjects, datasets });
    await recordEvent(tx, {
      organizationId,
      type: 'LineageDeleted',
      subjectKind: 'lineage',
      subjectId: runId ?? `${jobNamespace}/${jobName}`.slice(0, 256),
      principal: principal.name,
      requestId,
      public: false,
      data: { ...filter, deletedCount: count },
      now,
    });
    return count;
  });
}
