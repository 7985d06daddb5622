import type { Database } from '../../db/connect.ts';
import { deleteSandboxEntries } from '../../db/tables/sandbox/sandbox-entries.ts';
import { deleteSandbox as removeSandbox } from '../../db/tables/sandbox/sandboxes.ts';
import { transact } from '../../db/transact.ts';
import { accessAnswers, cancelAccess, endNow, nextDueAt } from '../../domain/access/access-life.ts';
import { refuse } from '../../domain/errors.ts';
import { beginAccess } from '../../domain/sandbox/sandbox.ts';
import { isUuid } from '../../lib/ids.ts';
import { auditSandbox } from './audit-sandbox.ts';
import { applyDue, changeSandbox, openSandbox, refuseUnknownSandbox } from './change-sandbox.ts';
import type { SandboxRequest } from './change-sandbox.ts';

/** A clock that is further ahead could pass the last date that JavaScript and Postgres share. */
const maxAheadMs = 20 * 366 * 24 * 3_600_000;

/**
 * Moves the clock of a sandbox ahead, to a time or to the next change of its access; what is due happens at once. Refuses with
 * `invalid_body` a time in the past, and with `invalid_transition` the next change if none is left.
 */
export function moveSandboxClock(
  database: Database,
  request: SandboxRequest,
  to: Date | 'next',
): Promise<void> {
  return changeSandbox(database, request, async ({ tx, sandbox, time }) => {
    const wanted = to === 'next' ? nextDueAt(sandbox.state.life) : to;
    if (wanted === undefined)
      return refuse('invalid_transition', 'No change by time is left: reset the sandbox.');
    if (wanted < time)
      refuse('invalid_body', `to: the clock is at ${time.toISOString()} and only moves ahead.`);
    const aheadMs = wanted.getTime() - request.now.getTime();
    if (aheadMs > maxAheadMs) refuse('invalid_body', 'to: the clock moves at most 20 years ahead.');
    sandbox.aheadMs = aheadMs;
    await applyDue(openSandbox(tx, sandbox, request));
  });
}

/** Cancels the fake access at once; nothing happens if it has ended. */
export function cancelSandboxAccess(database: Database, request: SandboxRequest): Promise<void> {
  return changeSandbox(database, request, async ({ sandbox, time, emit }) => {
    const { life } = sandbox.state;
    if (accessAnswers[life.state].cancel !== 'moves') return;
    const step = cancelAccess(life, endNow(time), time);
    sandbox.state = { ...sandbox.state, life: step.life };
    for (const type of step.events) await emit(type);
  });
}

/** Sets a sandbox back to its beginning: the clock to now, a new access, and no entries but its events. */
export function resetSandbox(database: Database, request: SandboxRequest): Promise<void> {
  const { principal, id, now } = request;
  return changeSandbox(database, request, async ({ tx, sandbox }) => {
    await deleteSandboxEntries(tx, { organizationId: principal.organizationId, id });
    const { life, events } = beginAccess(sandbox.setup, now);
    sandbox.aheadMs = 0;
    sandbox.state = { life, provisioning: undefined };
    const { emit } = openSandbox(tx, sandbox, request);
    for (const type of events) await emit(type);
  });
}

/** Deletes a sandbox; refuses with `not_found`. */
export function deleteSandbox(
  database: Database,
  request: SandboxRequest & { requestId: string },
): Promise<void> {
  const { id, principal } = request;
  const key = { organizationId: principal.organizationId, id };
  return transact(database, async (tx) => {
    const name = isUuid(id) ? await removeSandbox(tx, key) : undefined;
    if (name === undefined) refuseUnknownSandbox(id);
    await auditSandbox(tx, 'SandboxDeleted', { ...request, name });
  });
}
