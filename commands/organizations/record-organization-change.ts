import type { Tx } from '../../db/connect.ts';
import { recordEvent } from '../../db/tables/events.ts';
import type { Principal } from '../../domain/principal.ts';

type OrganizationEvent = Pick<Parameters<typeof recordEvent>[1], 'type' | 'data'>;

/** Writes into the audit trail what somebody changed of what the organization sets for itself. */
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
