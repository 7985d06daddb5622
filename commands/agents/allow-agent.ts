import type { Database } from '../../db/connect.ts';
import { updateAgentClientUse } from '../../db/tables/agents/clients.ts';
import type { AgentClient } from '../../db/tables/agents/clients.ts';
import { insertGrant } from '../../db/tables/agents/grants.ts';
import type { SessionOwner } from '../../db/tables/organizations/ui-sessions.ts';
import { transact } from '../../db/transact.ts';
import { codeSeconds, makeAgentSecret } from '../../domain/agents/secrets.ts';
import { refuse } from '../../domain/errors.ts';
import { newId } from '../../lib/ids.ts';
import { principalOfSession } from '../sessions/session-principal.ts';
import { auditAgent } from './audit-agent.ts';

/**
 * Allows a client to act for the person or the key of a session, and returns the code that the client exchanges for tokens within a
 * minute. Refuses with `invalid_client` a client that was deleted meanwhile.
 */
export async function allowAgent(
  database: Database,
  request: {
    owner: SessionOwner;
    client: AgentClient;
    redirectUri: string;
    codeChallenge: string;
    requestId: string;
    now: Date;
  },
): Promise<string> {
  const { owner, client, redirectUri, codeChallenge, requestId, now } = request;
  const principal = principalOfSession(owner);
  const { organizationId } = principal;
  const { text, hash: codeHash } = makeAgentSecret();
  const id = newId();
  await transact(database, async (tx) => {
    if (!(await updateAgentClientUse(tx, client.id, now)))
      refuse('invalid_client', 'The client is no longer registered: let it register again.');
    await insertGrant(tx, {
      organizationId,
      id,
      clientId: client.id,
      apiKeyId: 'key' in owner ? owner.key.id : undefined,
      personId: 'key' in owner ? undefined : owner.person.id,
      codeHash,
      codeChallenge,
      redirectUri,
      codeExpiresAt: new Date(now.getTime() + codeSeconds * 1_000),
      now,
    });
    const data = { name: client.name, redirectUri };
    await auditAgent(tx, 'AgentAllowed', { principal, requestId, now }, { id, data });
  });
  return text;
}
