import type { Tx } from '../../db/connect.ts';
import { recordEvent } from '../../db/tables/feed/events.ts';
import { signalAfterCommit } from '../../db/transact.ts';
import type { Principal } from '../../domain/principal.ts';

/**
 * Records a sign-in or sign-out of the web UI in the audit trail, without the session itself. Processes forget the tokens of
 * messaging that ended with a session at once.
 */
export async function auditSession(
  tx: Tx,
  type: 'UiSessionStarted' | 'UiSessionEnded',
  request: {
    principal: Principal;
    requestId: string;
    now: Date;
    data?: Record<string, unknown>;
  },
): Promise<void> {
  const { principal, requestId, now, data = {} } = request;
  const [kind, id = ''] = principal.name.split(':');
  await recordEvent(tx, {
    organizationId: principal.organizationId,
    type,
    subjectKind: kind === 'user' ? 'person' : 'api-key',
    subjectId: id,
    principal: principal.name,
    requestId,
    public: false,
    data,
    now,
  });
  if (type === 'UiSessionEnded') signalAfterCommit(tx, 'keys_changed');
}
