import type { Database } from '../../db/connect.ts';
import { lockOrganization } from '../../db/tables/organizations/organizations.ts';
import { insertSandbox, listSandboxes } from '../../db/tables/sandbox/sandboxes.ts';
import { transact } from '../../db/transact.ts';
import { refuse } from '../../domain/errors.ts';
import { readEnd, readStart } from '../../domain/access/access-dates.ts';
import { readerOf } from '../../domain/notices/reader.ts';
import type { Principal } from '../../domain/principal.ts';
import { beginAccess, ownSandboxesAllowed, sandboxHours } from '../../domain/sandbox/sandbox.ts';
import type { Sandbox, SandboxSetup } from '../../domain/sandbox/sandbox.ts';
import { newId } from '../../lib/ids.ts';
import { auditSandbox } from './audit-sandbox.ts';
import { openSandbox } from './change-sandbox.ts';

const hourMs = 3_600_000;

/**
 * Creates a sandbox with an approved fake access, which ends by itself after a day. Refuses with `invalid_body` wrong dates, and
 * with `limit_reached` if the caller has the maximum number of sandboxes.
 */
export async function createSandbox(
  database: Database,
  request: {
    name: string;
    setup: SandboxSetup;
    principal: Principal;
    requestId: string;
    now: Date;
  },
): Promise<Sandbox> {
  const { name, setup, principal, now } = request;
  checkDates(setup);
  const { life, events } = beginAccess(setup, now);
  const sandbox: Sandbox = {
    id: newId(),
    name,
    createdBy: principal.name,
    createdAt: now,
    expiresAt: new Date(now.getTime() + sandboxHours * hourMs),
    aheadMs: 0,
    setup,
    state: { life, provisioning: undefined },
  };
  const owner = { organizationId: principal.organizationId, owner: readerOf(principal) };
  return transact(database, async (tx) => {
    // Two concurrent requests must not both create the last allowed sandbox.
    await lockOrganization(tx, principal.organizationId);
    const own = await listSandboxes(tx, owner, now);
    if (own.length >= ownSandboxesAllowed) {
      refuse(
        'limit_reached',
        `You have ${ownSandboxesAllowed} sandboxes, which is the maximum: delete one first.`,
      );
    }
    await insertSandbox(tx, owner, sandbox);
    await auditSandbox(tx, 'SandboxCreated', { ...request, id: sandbox.id });
    const { emit } = openSandbox(tx, sandbox, request);
    for (const type of events) await emit(type);
    return sandbox;
  });
}

function checkDates({ startDate, endDate }: SandboxSetup): void {
  const start = startDate === undefined ? undefined : readStart(startDate);
  const end = endDate === undefined ? undefined : readEnd(endDate);
  for (const [name, text, read] of [
    ['startDate', startDate, start],
    ['endDate', endDate, end],
  ] as const) {
    if (text === undefined || read) continue;
    refuse('invalid_body', `${name}: '${text}' is no day (YYYY-MM-DD) and no date-time.`);
  }
  if (start && end && end.deactivateAt <= start.activateAt)
    refuse('invalid_body', 'endDate is before startDate: choose a later end.');
}
