import type { Tx } from '../../db/connect.ts';
import { recordEvent } from '../../db/tables/feed/events.ts';
import type { Principal } from '../../domain/principal.ts';

/** Records a sign-in or sign-out of the web UI in the audit trail, without the session itself. */
export async function auditSession(
  tx: Tx,
  type: 'UiSessionStarted' | 'UiSessionEnded',
  request: { principal: Principal; requestId: string; now: Date },
): Promise<void> {
  const { principal, requestId, now } = request;
  await recordEvent(tx, {
    organizationId: principal.organizationId,
    type,
    subjectKind: 'api-key',
    subjectId: principal.name.replace('api-key:', ''),
    principal: principal.name,
    requestId,
    public: false,
    now,
  });
}
