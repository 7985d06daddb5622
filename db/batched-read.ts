import type { Db } from './connect.ts';

type Waiting<Key, Value> = {
  key: Key;
  resolve: (value: Value | undefined) => void;
  reject: (error: unknown) => void;
};

const largestBatch = 64;

/**
 * Turns a read of many keys into a read of one: keys asked for in the same turn of the event loop go to
 * Postgres in one statement. Under load that saves most round trips, and at rest it costs nothing that can be
 * measured. In a transaction every read is its own statement, so that its order among the others holds.
 * `load` answers values in the order of the keys.
 */
export function batchedRead<Key, Value>(
  load: (db: Db, keys: readonly Key[]) => Promise<readonly (Value | undefined)[]>,
): (db: Db, key: Key) => Promise<Value | undefined> {
  const queues = new WeakMap<Db, Waiting<Key, Value>[]>();
  const run = (db: Db): void => {
    const waiting = queues.get(db) ?? [];
    queues.delete(db);
    for (let start = 0; start < waiting.length; start += largestBatch) {
      void settle(db, waiting.slice(start, start + largestBatch), load);
    }
  };
  return async (db, key) => {
    if (db.isTransaction) return (await load(db, [key]))[0];
    return new Promise((resolve, reject) => {
      const queue = queues.get(db);
      if (queue) {
        queue.push({ key, resolve, reject });
        return;
      }
      queues.set(db, [{ key, resolve, reject }]);
      setImmediate(run, db);
    });
  };
}

async function settle<Key, Value>(
  db: Db,
  waiting: readonly Waiting<Key, Value>[],
  load: (db: Db, keys: readonly Key[]) => Promise<readonly (Value | undefined)[]>,
): Promise<void> {
  try {
    const values = await load(
      db,
      waiting.map((entry) => entry.key),
    );
    for (const [index, entry] of waiting.entries()) entry.resolve(values[index]);
  } catch (error) {
    for (const entry of waiting) entry.reject(error);
  }
}
