import type { Database, Tx } from '../../db/connect.ts';
import {
  countSandboxEntries,
  insertSandboxEntry,
} from '../../db/tables/sandbox/sandbox-entries.ts';
import { lockSandbox, updateSandbox } from '../../db/tables/sandbox/sandboxes.ts';
import { transact } from '../../db/transact.ts';
import { advanceAccess } from '../../domain/access/access-life.ts';
import { refuse } from '../../domain/errors.ts';
import type { Principal } from '../../domain/principal.ts';
import type { EntryKind } from '../../domain/sandbox/entries.ts';
import { entriesAllowed, sandboxIds, sandboxTime } from '../../domain/sandbox/sandbox.ts';
import type { Sandbox } from '../../domain/sandbox/sandbox.ts';
import { isUuid, newId } from '../../lib/ids.ts';

/** A request to a sandbox. */
export type SandboxRequest = { id: string; principal: Principal; now: Date };

/** A sandbox whose due changes were applied, locked in its transaction. */
export type OpenSandbox = {
  tx: Tx;
  /** Changes of it are stored at the end of the transaction. */
  sandbox: Sandbox;
  /** Time of its clock. */
  time: Date;
  /** Adds an event of the fake access to the feed of the sandbox. */
  emit: (type: string, data?: object) => Promise<void>;
  /** Adds an entry. */
  note: (kind: EntryKind, type: string, body: object) => Promise<void>;
};

/** Refuses with `not_found`. */
export function refuseUnknownSandbox(id: string): never {
  return refuse('not_found', `There is no sandbox '${id}'; a sandbox ends after a day.`);
}

/**
 * Runs `work` on a locked sandbox, after what is due by its clock has happened. Refuses with `not_found` a sandbox that has ended,
 * and with `limit_reached` one with too many entries.
 */
export function changeSandbox<T>(
  database: Database,
  request: SandboxRequest,
  work: (open: OpenSandbox) => Promise<T>,
): Promise<T> {
  const { id, principal, now } = request;
  const key = { organizationId: principal.organizationId, id };
  if (!isUuid(id)) return refuseUnknownSandbox(id);
  return transact(database, async (tx) => {
    const sandbox = (await lockSandbox(tx, key, now)) ?? refuseUnknownSandbox(id);
    const before = JSON.stringify([sandbox.state, sandbox.aheadMs]);
    const open = openSandbox(tx, sandbox, request);
    await applyDue(open);
    const result = await work(open);
    const after = JSON.stringify([sandbox.state, sandbox.aheadMs]);
    if (after !== before) await updateSandbox(tx, key, sandbox);
    return result;
  });
}

/** The functions with which commands write to a sandbox. */
export function openSandbox(
  tx: Tx,
  sandbox: Sandbox,
  { principal, now }: Omit<SandboxRequest, 'id'>,
): OpenSandbox {
  const key = { organizationId: principal.organizationId, id: sandbox.id };
  const time = sandboxTime(sandbox, now);
  const add = (kind: EntryKind, type: string, body: object): Promise<void> =>
    insertSandboxEntry(tx, key, {
      id: newId(),
      kind,
      type,
      principal: principal.name,
      body: JSON.stringify(body),
      sandboxAt: sandboxTime(sandbox, now),
      at: now,
    });
  return {
    tx,
    sandbox,
    time,
    emit: (type, data = {}) => {
      const timestamp = sandboxTime(sandbox, now).toISOString();
      return add('event', type, { id: sandboxIds.access, timestamp, ...data });
    },
    note: async (kind, type, body) => {
      if ((await countSandboxEntries(tx, key)) >= entriesAllowed) {
        // A full sandbox still answers, so that a component that only reads goes on.
        if (kind === 'read') return;
        refuse(
          'limit_reached',
          `The sandbox has ${entriesAllowed} entries, which is the maximum: reset it.`,
        );
      }
      await add(kind, type, body);
    },
  };
}

/** Lets everything happen that is due at the time of the sandbox's clock. */
export async function applyDue({ sandbox, time, emit }: OpenSandbox): Promise<void> {
  const { life, events } = advanceAccess(sandbox.state.life, time);
  sandbox.state = { ...sandbox.state, life };
  for (const type of events) await emit(type);
}
