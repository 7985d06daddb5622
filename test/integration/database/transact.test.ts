import { sqlState } from '../../../db/postgres-errors.ts';
import { connectDatabase } from '../../../db/connect.ts';
import type { Database, Tx } from '../../../db/connect.ts';
import { transact } from '../../../db/transact.ts';
import { createTestDatabase, quietLog } from '../../support/database.ts';
import type { TestDatabase } from '../../support/database.ts';

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
