import { checkAgentToken } from '../../commands/agents/check-agent-token.ts';
import type { Database } from '../../db/connect.ts';
import { readAgentSecret } from '../../domain/agents/secrets.ts';
import { Refusal, refuse } from '../../domain/errors.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/log.ts';
import { createAuthenticate } from './authenticate.ts';
import type { Authenticate } from './authenticate.ts';

/** Agents that use a key call themselves by their User-Agent. */
const maxAgentLength = 100;

/**
 * Creates the check of agents: the access token of an OAuth client, else an API key. Both answer 401, because only then clients begin
 * an authorization. The caller acts with the rights of the person or the key, and the audit trail names the agent.
 */
export function createAuthenticateAgent(
  database: Database,
  clock: Clock,
  log: Logger,
): Authenticate {
  const authenticateKey = createAuthenticate(database, clock, log);
  return async (header) => {
    const [, text = ''] = /^bearer +(\S+)$/i.exec(header('authorization') ?? '') ?? [];
    const hash = readAgentSecret(text);
    if (hash) return checkAgentToken(database.knex, hash, clock.now());
    try {
      const agent = (header('user-agent') ?? 'unknown').slice(0, maxAgentLength);
      return { ...(await authenticateKey(header)), agent };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.code === 'api_key_missing')
        refuse('token_missing', 'Send Authorization: Bearer <access token>, or an API key.');
      if (error.code === 'api_key_invalid') refuse('token_invalid', error.message);
      throw error;
    }
  };
}
