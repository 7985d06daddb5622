import type { Database } from '../../db/connect.ts';
import { deleteGrant, deleteOwnGrant } from '../../db/tables/agents/grants.ts';
import type { GrantOwner } from '../../db/tables/agents/grants.ts';
import { lockAgentToken } from '../../db/tables/agents/tokens.ts';
import { transact } from '../../db/transact.ts';
import { readAgentSecret } from '../../domain/agents/secrets.ts';
import { refuse } from '../../domain/errors.ts';
import { isUuid } from '../../lib/ids.ts';
import { auditAgent } from './audit-agent.ts';
import type { AgentCause } from './audit-agent.ts';

/** Ends the authorization of a token with all its tokens (RFC 7009); unknown tokens and those of other clients change nothing. */
export async function revokeAgentToken(
  database: Database,
  { token, clientId }: { token: string; clientId: string | undefined },
): Promise<void> {
  const hash = readAgentSecret(token);
  if (!hash) return;
  await transact(database, async (tx) => {
    const known = await lockAgentToken(tx, hash);
    if (known && (clientId === undefined || known.clientId === clientId))
      await deleteGrant(tx, known);
  });
}

/** Ends what the person or the key of a session allowed an agent. Refuses with `not_found`. */
export async function revokeOwnGrant(
  database: Database,
  owner: GrantOwner,
  { id, ...cause }: AgentCause & { id: string },
): Promise<void> {
  await transact(database, async (tx) => {
    const deleted = isUuid(id) ? await deleteOwnGrant(tx, owner, id) : undefined;
    if (!deleted) refuse('not_found', `You have allowed no agent with the id '${id}' anything.`);
    await auditAgent(tx, 'AgentRevoked', cause, { id, data: deleted });
  });
}
