import type { Tx } from '../../db/connect.ts';
import { recordEvent } from '../../db/tables/feed/events.ts';
import type { Principal } from '../../domain/principal.ts';

/** Records a change by an API key in the audit trail of the catalog; changes by contacts only appear as messaging events. */
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
