import type { Database, Db, Tx } from '../../db/connect.ts';
import { findAccess, lockAccess } from '../../db/tables/access/access.ts';
import type { AccessKey } from '../../db/tables/access/access.ts';
import { decisionAfter, writeAccess } from '../../db/tables/access/writes.ts';
import type { AccessWrite } from '../../db/tables/access/writes.ts';
import { findDeletedAccess } from '../../db/tables/access/deleted-access.ts';
import type { FurtherEvent } from '../../db/tables/documents/events.ts';
import { transact } from '../../db/transact.ts';
import { provisioningOf } from '../../domain/access/access.ts';
import type { Access } from '../../domain/access/access.ts';
import { advanceAccess } from '../../domain/access/access-life.ts';
import type { AccessLife } from '../../domain/access/access-life.ts';
import { refuse } from '../../domain/errors.ts';

/** The author, request and time of a change. */
export type AccessCause = { principal: string; requestId: string | undefined; now: Date };

/** A change of an access; missing members keep their values. */
export type AccessChange = Partial<
  Pick<AccessWrite, 'parties' | 'body' | 'reassessOn' | 'provisioning'>
> & {
  life?: AccessLife;
  /** Types of events, or events with their own data, in order. */
  events: readonly (string | FurtherEvent)[];
  /** Further writes of the same transaction. */
  alsoWrite?: (tx: Tx) => Promise<void>;
};

/** Attempts despite concurrent changes; later attempts wait for a lock. */
const attemptsWithoutLock = 3;
const attempts = 10;

type Decide = (access: Access, db: Db) => Promise<AccessChange | undefined>;

/**
 * Reads the access as of `now`, lets `decide` choose a change, and writes the change in one statement; starts again if a
 * concurrent change came first. Due changes are applied first, so that a late timer cannot put events into another order. Refuses
 * with `not_found`, or `gone` if the access was deleted recently.
 */
export async function changeAccess(
  database: Database,
  key: AccessKey,
  cause: AccessCause,
  decide: Decide,
): Promise<Access> {
  const signal = (): void => {
    database.signals.send('events_recorded');
    database.signals.send('work_due');
  };
  for (let attempt = 0; attempt < attempts; attempt++) {
    const changed =
      attempt < attemptsWithoutLock
        ? await tryChange(database, key, cause, decide)
        : await transact(database, async (tx) => {
            await lockAccess(tx, key);
            return tryChange({ ...database, knex: tx }, key, cause, decide);
          });
    if (!changed) continue;
    signal();
    return changed;
  }
  return refuse('concurrent_change', 'This access is being changed by other requests; try again.');
}

/** Undefined if a concurrent change came first. Further writes need a separate transaction. */
async function tryChange(
  database: Database,
  key: AccessKey,
  cause: AccessCause,
  decide: Decide,
): Promise<Access | undefined> {
  const { knex: db } = database;
  const stored = await findAccess(db, key);
  if (!stored) return refuseMissing(db, key);
  const due = advanceAccess(stored, cause.now);
  const access = { ...stored, ...due.life };
  const change = await decide(access, db);
  if (!change && due.events.length === 0 && due.life.state === stored.state) return stored;
  const write = toWrite(key, stored, access, {
    cause,
    change: { ...change, events: [...due.events, ...(change?.events ?? [])] },
  });
  const revision = await store(database, write, change?.alsoWrite);
  return revision === undefined ? undefined : { ...access, ...asChanged(write), revision };
}

function asChanged(write: AccessWrite): Partial<Access> {
  const { life, parties, body, reassessOn, provisioning } = write;
  return {
    // Where nothing else is given, the parties are the whole access as it was.
    ...parties,
    ...life,
    ...decisionAfter(write),
    body,
    reassessOn,
    provisioning: provisioning?.body,
    provisioningStatus: provisioning?.status,
  };
}

function toWrite(
  key: AccessKey,
  before: Access,
  access: Access,
  { cause, change }: { cause: AccessCause; change: AccessChange },
): AccessWrite {
  return {
    ...key,
    ...cause,
    before,
    life: change.life ?? access,
    parties: change.parties ?? access,
    body: change.body ?? access.body,
    reassessOn: 'reassessOn' in change ? change.reassessOn : access.reassessOn,
    provisioning: change.provisioning ?? provisioningOf(access),
    events: change.events.map(toEvent),
  };
}

/** The event with its data, which is empty unless given. */
export function toEvent(event: string | FurtherEvent): FurtherEvent {
  return typeof event === 'string' ? { type: event, data: {} } : event;
}

/** Outside of a transaction, the write is one round trip, shared with concurrent writes. */
async function store(
  database: Database,
  write: AccessWrite,
  alsoWrite: AccessChange['alsoWrite'],
): Promise<number | undefined> {
  if (!alsoWrite) return writeAccess(database.knex, write);
  return transact(database, async (tx) => {
    const revision = await writeAccess(tx, write);
    if (revision !== undefined) await alsoWrite(tx);
    return revision;
  });
}

/** Refuses with `not_found`, or with `gone` and the last state of a deleted access. */
export async function refuseMissing(db: Db, key: AccessKey): Promise<never> {
  const last = await findDeletedAccess(db, key);
  if (last === undefined) return refuse('not_found', `There is no access with the id '${key.id}'.`);
  return refuse('gone', `The access '${key.id}' was deleted.`, {
    extra: { last: JSON.parse(last) as unknown },
  });
}
