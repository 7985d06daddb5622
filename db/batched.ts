import type { Db } from './connect.ts';
import { isUnavailable, sqlState } from './postgres-errors.ts';

type Waiting<Key, Value> = {
  key: Key;
  resolve: (value: Value | undefined) => void;
  reject: (error: unknown) => void;
};

type Queue<Key, Value> = { waiting: Waiting<Key, Value>[]; running: number; planned: boolean };

const largestBatch = 64;

/**
 * Turns a statement for many keys into a call for one: keys that are asked for in the same turn of the event
 * loop, or while `mostRunning` statements are under way, go to Postgres together. Under load that saves most
 * round trips, and at rest it costs nothing that can be measured. In a transaction every call is its own
 * statement, so that its order among the others holds. `load` answers values in the order of the keys.
 */
export function batched<Key, Value>(
  mostRunning: number,
  load: (db: Db, keys: readonly Key[]) => Promise<readonly (Value | undefined)[]>,
): (db: Db, key: Key) => Promise<Value | undefined> {
  const queues = new WeakMap<Db, Queue<Key, Value>>();
  const start = (db: Db, queue: Queue<Key, Value>): void => {
    queue.planned = false;
    while (queue.waiting.length > 0 && queue.running < mostRunning) {
      queue.running += 1;
      void settle(db, queue.waiting.splice(0, largestBatch), load).finally(() => {
        queue.running -= 1;
        start(db, queue);
      });
    }
  };
  return async (db, key) => {
    if (db.isTransaction) return (await load(db, [key]))[0];
    const queue = queues.get(db) ?? { waiting: [], running: 0, planned: false };
    queues.set(db, queue);
    return new Promise((resolve, reject) => {
      queue.waiting.push({ key, resolve, reject });
      if (queue.planned || queue.running >= mostRunning) return;
      queue.planned = true;
      setImmediate(start, db, queue);
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
    const isOutage = isUnavailable(error) && sqlState(error) !== '40P01';
    if (waiting.length === 1 || isOutage) {
      for (const entry of waiting) entry.reject(error);
      return;
    }
    for (const entry of waiting) await settle(db, [entry], load);
  }
}
