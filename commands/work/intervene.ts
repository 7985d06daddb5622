import type { Tx } from '../../db/connect.ts';
import { recordEvent } from '../../db/tables/events.ts';
import { findFirstOrganization } from '../../db/tables/organizations.ts';
import { lockWork } from '../../db/tables/work-interventions.ts';
import type { LockedWork } from '../../db/tables/work-interventions.ts';
import { refuse } from '../../domain/errors.ts';
import { isUuid } from '../../lib/ids.ts';
import type { OrganizationId } from '../../domain/principal.ts';

/** Who intervenes in which work; without `organizationId` it is the operator of the installation, who may in all. */
export type Intervention = {
  id: string;
  organizationId: OrganizationId | undefined;
  principal: string;
  requestId: string | undefined;
  now: Date;
};

/**
 * The work, locked for the caller's transaction. Refuses with `not_found`, also when the work is another
 * organization's, or the installation's and the organization does not run it (docs/decisions/0010).
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

/** The organization that may intervene; the installation's own work is its operator's, the first one's. */
async function ownerOf(tx: Tx, work: LockedWork): Promise<OrganizationId | undefined> {
  return work.organizationId ?? (await findFirstOrganization(tx));
}

/** Writes the intervention into the audit trail; that of the installation's work is in the first organization's. */
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
