import { createBatcher } from '../lib/batcher.ts';
import type { BatchLimits } from '../lib/batcher.ts';
import type { Db, Tx } from './connect.ts';
import { isDeadlock, isUnavailable } from './postgres-errors.ts';

type Waiting<Key, Value> = {
  key: Key;
  resolve: (value: Value | undefined) => void;
  reject: (error: unknown) => void;
};

const largestBatch = 64;

type Add<Entry> = (entry: Entry) => void;

/** Transactions in which calls may share a statement. */
const sharing = new WeakSet<Db>();

/**
 * Runs `work` in a transaction in which calls that come together share a statement, as they do outside of one. For
 * work whose calls do not depend on each other: their order is no longer that in which they were made, and when a
 * statement fails, all that share it do.
 */
export async function shareStatements<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  sharing.add(tx);
  try {
    return await work();
  } finally {
    sharing.delete(tx);
  }
}

/** Whether this is a transaction in which calls share statements. */
export function sharesStatements(db: Db): boolean {
  return sharing.has(db);
}

/**
 * Turns a statement for many keys into a call for one: keys that are asked for in the same turn of the event
 * loop, or while enough statements are under way (`limits`), go to Postgres together. Under load that saves most
 * round trips, and at rest it costs nothing that can be measured. In a transaction every call is its own
 * statement, so that its order among the others holds, unless it shares statements. `load` answers values in the order of the keys.
 * With `apart`, only keys for which it says the same share a statement, and `limits` are those of each such group.
 */
export function batched<Key, Value>(
  { apart, ...limits }: Omit<BatchLimits, 'largestBatch'> & { apart?: (key: Key) => string },
  load: (db: Db, keys: readonly Key[]) => Promise<readonly (Value | undefined)[]>,
): (db: Db, key: Key) => Promise<Value | undefined> {
  const batchers = new WeakMap<Db, Add<Waiting<Key, Value>>>();
  const batcherOf = (db: Db): Add<Waiting<Key, Value>> => {
    const create = () =>
      createBatcher<Waiting<Key, Value>>({ ...limits, largestBatch }, (waiting) =>
        settle(db, waiting, load),
      );
    const add = apart ? addApart(apart, create) : create();
    batchers.set(db, add);
    return add;
  };
  return async (db, key) => {
    if (db.isTransaction && !sharing.has(db)) return (await load(db, [key]))[0];
    const add = batchers.get(db) ?? batcherOf(db);
    return new Promise((resolve, reject) => {
      add({ key, resolve, reject });
    });
  };
}

/** A batcher for each group of keys, as long as somebody of it waits for an answer. */
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

/** Answers everybody; never rejects. What one key does wrong must not fail its neighbours. */
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
    // A deadlock is no outage: alone, each gets through.
    const isOutage = isUnavailable(error) && !isDeadlock(error);
    // Behind a failed statement a transaction takes no other.
    if (waiting.length === 1 || isOutage || db.isTransaction) {
      for (const entry of waiting) entry.reject(error);
      return;
    }
    for (const entry of waiting) await settle(db, [entry], load);
  }
}
