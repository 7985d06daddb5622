import type { Db } from '../../db/connect.ts';
import { recordEvent } from '../../db/tables/feed/events.ts';
import type { Principal } from '../../domain/principal.ts';

/** The person or the key, and the request with which something of an agent was done. */
export type AgentCause = {
  principal: Pick<Principal, 'organizationId' | 'name'>;
  requestId: string;
  now: Date;
};

/** Records in the audit trail what an agent did, or what it was allowed; never a token. */
export async function auditAgent(
  db: Db,
  type: 'AgentAllowed' | 'AgentRevoked' | 'AgentToolCalled',
  { principal, requestId, now }: AgentCause,
  { id, data }: { id: string; data: Record<string, unknown> },
): Promise<void> {
  await recordEvent(db, {
    organizationId: principal.organizationId,
    type,
    subjectKind: 'agent',
    subjectId: id,
    principal: principal.name,
    requestId,
    public: false,
    data,
    now,
  });
}
