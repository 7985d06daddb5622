import { createBatcher } from '../lib/waiting/batcher.ts';
import type { BatchLimits } from '../lib/waiting/batcher.ts';
import { isTransaction } from './bound-knex.ts';
import type { Db, Tx } from './connect.ts';
import { isDeadlock, isUnavailable } from './postgres-errors.ts';

type Waiting<Key, Value> = {
  key: Key;
  resolve: (value: Value | undefined) => void;
  reject: (error: unknown) => void;
};

const maxBatch = 64;

type Add<Entry> = (entry: Entry) => void;

/** Transactions in which calls may share a statement. */
const sharing = new WeakSet<Db>();

/**
 * Runs `work` in a transaction in which concurrent calls share a statement, as they do outside of a
 * transaction. Only for calls that do not depend on each other: their order is lost, and a failed statement
 * fails all calls that share it.
 */
export async function shareStatements<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  sharing.add(tx);
  try {
    return await work();
  } finally {
    sharing.delete(tx);
  }
}

/**
 * Combines calls for one key into statements for many keys. Keys requested in the same turn of the event loop,
 * or while `limits` statements are running, go to Postgres together, which saves most round trips under load
 * and costs nothing measurable at rest. In a transaction each call is its own statement, so that the order of
 * calls is kept, unless the transaction shares statements. `load` returns values in the order of the keys. With
 * `apart`, only keys of the same group share a statement, and `limits` apply to each group.
 */
export function batched<Key, Value>(
  { apart, ...limits }: Omit<BatchLimits, 'maxBatch'> & { apart?: (key: Key) => string },
  load: (db: Db, keys: readonly Key[]) => Promise<readonly (Value | undefined)[]>,
): (db: Db, key: Key) => Promise<Value | undefined> {
  const batchers = new WeakMap<Db, Add<Waiting<Key, Value>>>();
  const batcherOf = (db: Db): Add<Waiting<Key, Value>> => {
    const create = () =>
      createBatcher<Waiting<Key, Value>>({ ...limits, maxBatch }, (waiting) =>
        settle(db, waiting, load),
      );
    const add = apart ? addApart(apart, create) : create();
    batchers.set(db, add);
    return add;
  };
  return async (db, key) => {
    if (isTransaction(db) && !sharing.has(db)) return (await load(db, [key]))[0];
    const add = batchers.get(db) ?? batcherOf(db);
    return new Promise((resolve, reject) => {
      add({ key, resolve, reject });
    });
  };
}

/** Keeps a batcher for each group of keys while calls of the group are waiting. */
function addApart<Key, Value>(
  apart: (key: Key) => string,
  create: () => Add<Waiting<Key, Value>>,
): Add<Waiting<Key, Value>> {
  const groups = new Map<string, { add: Add<Waiting<Key, Value>>; waiting: number }>();
  return ({ key, resolve, reject }) => {
    const name = apart(key);
    const group = groups.get(name) ?? { add: create(), waiting: 0 };
    groups.set(name, group);
    group.waiting += 1;
    const leave = (): void => {
      group.waiting -= 1;
      if (group.waiting === 0) groups.delete(name);
    };
    group.add({
      key,
      resolve: (value) => {
        leave();
        resolve(value);
      },
      reject: (error) => {
        leave();
        reject(error);
      },
    });
  };
}

/** Settles every waiting call and never rejects. An error caused by one key must not fail the other keys. */
async function settle<Key, Value>(
  db: Db,
  waiting: readonly Waiting<Key, Value>[],
  load: (db: Db, keys: readonly Key[]) => Promise<readonly (Value | undefined)[]>,
): Promise<void> {
  try {
    const keys = waiting.map((entry) => entry.key);
    const values = await load(db, keys);
    for (const [index, entry] of waiting.entries()) entry.resolve(values[index]);
  } catch (error) {
    // A deadlock is not an outage: retried one by one, each statement succeeds.
    const isOutage = isUnavailable(error) && !isDeadlock(error);
    // Postgres accepts no further statement in a transaction after a failed one.
    if (waiting.length === 1 || isOutage || isTransaction(db)) {
      for (const entry of waiting) entry.reject(error);
      return;
    }
    for (const entry of waiting) await settle(db, [entry], load);
  }
}
