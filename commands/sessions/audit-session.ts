import type { Tx } from '../../db/connect.ts';
import { recordEvent } from '../../db/tables/events.ts';
import type { Principal } from '../../domain/principal.ts';

/** Writes into the audit trail who signed in to the web UI or out of it; nothing of the session is in it. */
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
