import type { Tx } from '../../db/connect.ts';
import { recordEvent } from '../../db/tables/feed/events.ts';
import type { Principal } from '../../domain/principal.ts';

type OrganizationEvent = Pick<Parameters<typeof recordEvent>[1], 'type' | 'data'>;

/** Records a change of an organization's settings in the audit trail. */
export async function recordOrganizationChange(
  tx: Tx,
  { principal, requestId, now }: { principal: Principal; requestId: string; now: Date },
  event: OrganizationEvent,
): Promise<void> {
  const { organizationId, name } = principal;
  await recordEvent(tx, {
    ...event,
    organizationId,
    subjectKind: 'organization',
    subjectId: organizationId,
    principal: name,
    requestId,
    public: false,
    now,
  });
}
