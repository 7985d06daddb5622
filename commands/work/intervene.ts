import type { Tx } from '../../db/connect.ts';
import { recordEvent } from '../../db/tables/feed/events.ts';
import { findFirstOrganization } from '../../db/tables/organizations/organizations.ts';
import { lockWork } from '../../db/tables/work/interventions.ts';
import type { LockedWork } from '../../db/tables/work/interventions.ts';
import { refuse } from '../../domain/errors.ts';
import { isUuid } from '../../lib/ids.ts';
import type { OrganizationId } from '../../domain/principal.ts';

/**
 * The author and the work of an intervention; without `organizationId` it is the operator of the installation, who may intervene
 * in all work.
 */
export type Intervention = {
  id: string;
  organizationId: OrganizationId | undefined;
  principal: string;
  requestId: string | undefined;
  now: Date;
};

/**
 * Locks the work for the caller's transaction. Refuses with `not_found`, also if the work belongs to another organization, or to
 * the installation and the organization does not operate it (docs/decisions/0010-the-first-organization-operates.md).
 */
export async function lockWorkFor(
  tx: Tx,
  { id, organizationId }: Intervention,
): Promise<LockedWork> {
  const work = isUuid(id) ? await lockWork(tx, id) : undefined;
  if (work && (organizationId === undefined || (await ownerOf(tx, work)) === organizationId))
    return work;
  return refuse('not_found', `There is no work with the id '${id}'.`);
}

/** The organization that may intervene; the installation's own work belongs to the first organization, which operates it. */
async function ownerOf(tx: Tx, work: LockedWork): Promise<OrganizationId | undefined> {
  return work.organizationId ?? (await findFirstOrganization(tx));
}

/** Records the intervention in the audit trail; for the installation's work in that of the first organization. */
export async function recordIntervention(
  tx: Tx,
  type: 'WorkRetryRequested' | 'WorkCancelRequested',
  work: LockedWork,
  { principal, requestId, now }: Intervention,
): Promise<void> {
  const organizationId = await ownerOf(tx, work);
  if (!organizationId) return;
  await recordEvent(tx, {
    organizationId,
    type,
    subjectKind: 'work',
    subjectId: work.id,
    principal,
    requestId,
    public: false,
    data: { kind: work.kind, key: work.key, from: work.state },
    now,
  });
}
