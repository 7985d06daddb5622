import { Type } from '@sinclair/typebox';
import { deleteUnusedAgentClients } from '../../db/tables/agents/clients.ts';
import { deleteEndedGrants } from '../../db/tables/agents/grants.ts';
import { deleteEndedAgentTokens } from '../../db/tables/agents/tokens.ts';
import { deleteEndedSignInCodes } from '../../db/tables/organizations/sign-in-codes.ts';
import { deleteOldAttemptLimits } from '../../db/tables/organizations/attempt-limits.ts';
import { deleteEndedUiSessions } from '../../db/tables/organizations/ui-sessions.ts';
import { dayOf } from '../../domain/organizations/api-key-rules.ts';
import type { Tx } from '../../db/connect.ts';
import { defineJob } from '../define-job.ts';

const batch = 1_000;
const unusedClientDays = 7;
const dayMs = 24 * 3_600_000;

/**
 * Deletes the sessions of the web UI that have expired or whose keys no longer work, expired sign-in links, the counts of old
 * sign-ins, expired tokens of agents, and clients of agents that nobody has allowed anything for a week.
 */
export const forgetUiSessions = defineJob({
  kind: 'housekeeping',
  name: 'forget-ui-sessions',
  payload: Type.Object({}),
  run: async ({ clock, signal, fenced }) => {
    const now = clock.now();
    const clientsBefore = new Date(now.getTime() - unusedClientDays * dayMs);
    const deletions: readonly ((tx: Tx) => Promise<number>)[] = [
      (tx) => deleteEndedUiSessions(tx, { now, today: dayOf(now) }, batch),
      (tx) => deleteEndedSignInCodes(tx, batch),
      (tx) => deleteOldAttemptLimits(tx, batch),
      (tx) => deleteEndedAgentTokens(tx, now, batch),
      (tx) => deleteEndedGrants(tx, now, batch),
      (tx) => deleteUnusedAgentClients(tx, clientsBefore, batch),
    ];
    for (const remove of deletions) {
      let deleted = batch;
      while (deleted === batch) {
        signal.throwIfAborted();
        deleted = await fenced(remove);
      }
    }
    return () => Promise.resolve();
  },
  giveUp: () => Promise.resolve(),
});
