import type { Database } from '../../db/connect.ts';
import { insertAgentClient } from '../../db/tables/agents/clients.ts';
import type { AgentClient } from '../../db/tables/agents/clients.ts';
import { countAttempt } from '../../db/tables/organizations/attempt-limits.ts';
import { transact } from '../../db/transact.ts';
import { redirectUriProblem } from '../../domain/agents/redirect-uris.ts';
import { refuse } from '../../domain/errors.ts';
import { digestOfSubject } from '../../domain/organizations/sign-in-code.ts';
import { newId } from '../../lib/ids.ts';

/** Registrations of one address in an hour. Everybody may register, and a client alone may do nothing. */
const maxRegistrations = 60;

/**
 * Registers an OAuth client (RFC 7591). Refuses with `invalid_redirect_uri`, and with `too_many_requests` if its address has
 * registered 60 clients within an hour.
 */
export async function registerAgentClient(
  database: Database,
  request: { name: string; redirectUris: string[]; host: string; now: Date },
): Promise<AgentClient> {
  const { name, redirectUris, host, now } = request;
  for (const uri of redirectUris) {
    const problem = redirectUriProblem(uri);
    if (problem !== undefined)
      refuse('invalid_redirect_uri', `The redirect URI '${uri.slice(0, 200)}' ${problem}.`);
  }
  const client = { id: newId(), name, redirectUris };
  await transact(database, async (tx) => {
    const hash = digestOfSubject('client', host);
    const retryAfterSeconds = await countAttempt(tx, hash, maxRegistrations);
    if (retryAfterSeconds !== undefined)
      refuse(
        'too_many_requests',
        `Your address has registered ${maxRegistrations} clients within an hour: try again later.`,
        { extra: { retryAfterSeconds } },
      );
    await insertAgentClient(tx, client, now);
  });
  return client;
}
