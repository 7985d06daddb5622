import { sqlState } from '../../../db/postgres-errors.ts';
import { connectDatabase } from '../../../db/connect.ts';
import type { Database, Tx } from '../../../db/connect.ts';
import { LockTaken, transact, transactLocked } from '../../../db/transact.ts';
import { createTestDatabase, quietLog } from '../../support/servers/database.ts';
import type { TestDatabase } from '../../support/servers/database.ts';

let store: TestDatabase;
let single: Database;

beforeAll(async () => {
  store = await createTestDatabase();
  // One connection, so that every transaction gets the one that the last gave back.
  single = connectDatabase({
    url: store.url,
    poolMax: 1,
    applicationName: 'single',
    log: quietLog,
  });
  await single.knex.raw('create table notes (text text primary key)');
});
afterAll(async () => {
  await single.close();
  await store.drop();
});
beforeEach(() => single.knex('notes').delete());

const note = (tx: Tx, text: string) => tx('notes').insert({ text });
const notes = () => single.knex('notes').orderBy('text').pluck<string[]>('text');

test('what the callback throws rolls everything back, and the connection is fit for the next', async () => {
  const broken = transact(single, async (tx) => {
    await note(tx, 'a');
    throw new Error('broke');
  });
  await expect(broken).rejects.toThrow('broke');
  await transact(single, (tx) => note(tx, 'b'));
  expect(await notes()).toEqual(['b']);
});

test('a failed statement whose error was swallowed is no commit', async () => {
  await note(single.knex as Tx, 'taken');
  const swallowed = transact(single, async (tx) => {
    await note(tx, 'lost');
    await note(tx, 'taken').catch((error: unknown) => expect(sqlState(error)).toBe('23505'));
  });
  await expect(swallowed).rejects.toThrow();
  expect(await notes()).toEqual(['taken']);
});

test('a transaction that is over takes no more statements', async () => {
  let leaked: Tx | undefined;
  await transact(single, (tx) => {
    leaked = tx;
    return Promise.resolve();
  });
  if (!leaked) throw new Error('no transaction');
  await expect(note(leaked, 'too late')).rejects.toThrow();
  expect(await notes()).toEqual([]);
});

test('a leftover statement of a broken transaction does not land in the next', async () => {
  let release = (): void => undefined;
  const later = new Promise<void>((resolve) => (release = resolve));
  let leftover: Promise<unknown> = Promise.resolve();
  const broken = transact(single, async (tx) => {
    leftover = later.then(() => note(tx, 'leftover')).catch(() => undefined);
    await Promise.all([leftover, Promise.reject(new Error('broke'))]);
  });
  await expect(broken).rejects.toThrow('broke');
  await transact(single, async (tx) => {
    release();
    await leftover;
    await note(tx, 'own');
  });
  expect(await notes()).toEqual(['own']);
});

test('a transaction takes a connection with its first statement', async () => {
  const texts = await transact(single, async (tx) => {
    // The only connection of the pool.
    await note(single.knex as Tx, 'outside');
    await note(tx, 'inside');
    return tx('notes').orderBy('text').pluck<string[]>('text');
  });
  expect(texts).toEqual(['inside', 'outside']);
});

describe('a transaction with a lock', () => {
  const lock = -(2n ** 63n);

  test('has it until it has ended, well or not', async () => {
    for (const end of ['commit', 'rollback'] as const) {
      const ended = transactLocked(store.database, lock, async ({ knex }) => {
        await note(knex as Tx, end);
        const other = transactLocked(single, lock, (whole) => note(whole.knex as Tx, 'other'));
        await expect(other).rejects.toThrow(LockTaken);
        await transactLocked(single, lock + 1n, (whole) => note(whole.knex as Tx, `own ${end}`));
        if (end === 'rollback') throw new Error(end);
      });
      if (end === 'commit') await ended;
      else await expect(ended).rejects.toThrow(end);
    }
    await transactLocked(single, lock, ({ knex }) => note(knex as Tx, 'afterwards'));
    expect(await notes()).toEqual(['afterwards', 'commit', 'own commit', 'own rollback']);
  });

  test('takes parts of it back alone, whatever failed within them', async () => {
    await transactLocked(single, lock, async (whole) => {
      await transact(whole, (tx) => note(tx, 'first'));
      const outer = transact(whole, async (tx) => {
        await note(tx, 'second');
        const inner = transact({ ...whole, knex: tx }, (part) => note(part, 'first'));
        await expect(inner).rejects.toThrow();
        throw new Error('the whole part');
      });
      await expect(outer).rejects.toThrow('the whole part');
      await transact(whole, (tx) => note(tx, 'third'));
    });
    expect(await notes()).toEqual(['first', 'third']);
  });

  test('sends its signals once it has committed', async () => {
    const send = jest.spyOn(single.signals, 'send').mockImplementation(() => undefined);
    await transactLocked(single, lock, async (whole) => {
      await note(whole.knex as Tx, 'a');
      whole.signals.send('work_due');
      expect(send).not.toHaveBeenCalled();
    });
    expect(send.mock.calls).toEqual([['work_due']]);
    send.mockRestore();
  });
});
