import type { Tx } from '../../db/connect.ts';
import { recordEvent } from '../../db/tables/feed/events.ts';
import type { Principal } from '../../domain/principal.ts';

/** Records the making or the end of a sandbox in the audit trail; nothing of it is in the feed. */
export async function auditSandbox(
  tx: Tx,
  type: 'SandboxCreated' | 'SandboxDeleted',
  {
    id,
    name,
    principal,
    requestId,
    now,
  }: { id: string; name: string; principal: Principal; requestId: string; now: Date },
): Promise<void> {
  await recordEvent(tx, {
    organizationId: principal.organizationId,
    type,
    subjectKind: 'sandbox',
    subjectId: id,
    principal: principal.name,
    requestId,
    public: false,
    data: { name },
    now,
  });
}
