import type { Tx } from '../../db/connect.ts';
import { recordEvent } from '../../db/tables/events.ts';
import type { Principal } from '../../domain/principal.ts';

/** Notes in the audit trail of the catalog what a key of it did; what contacts do is told by messaging alone. */
export async function auditContact(
  tx: Tx,
  type: 'ContactCreated' | 'ContactDeleted',
  {
    principal,
    requestId,
    id,
    now,
  }: { principal: Principal; requestId: string | undefined; id: string; now: Date },
): Promise<void> {
  if (principal.contact) return;
  await recordEvent(tx, {
    organizationId: principal.organizationId,
    type,
    subjectKind: 'contact',
    subjectId: id,
    principal: principal.name,
    requestId,
    public: false,
    now,
  });
}
