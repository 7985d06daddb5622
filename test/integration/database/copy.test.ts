import { Client } from 'pg';
import { copyIn, copyOut } from '../../../db/backup/copy.ts';
import { createTestDatabase } from '../../support/servers/database.ts';
import type { TestDatabase } from '../../support/servers/database.ts';

let test: TestDatabase;
let client: Client;
beforeAll(async () => {
  test = await createTestDatabase();
  client = new Client({ connectionString: test.url });
  await client.connect();
  await client.query('create table numbers (n int primary key, t text)');
});
afterAll(async () => {
  await client.end();
  await test.drop();
});
beforeEach(() => client.query('truncate numbers'));

async function* chunks(...parts: (string | Error)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    await new Promise((resolve) => setImmediate(resolve));
    if (part instanceof Error) throw part;
    yield Buffer.from(part);
  }
}

const count = async () => (await client.query('select count(*)::int as n from numbers')).rows[0].n;

it('copies every row once, and lets the connection continue', async () => {
  await client.query(
    `insert into numbers select i, repeat('x', 1000) from generate_series(1, 50000) i`,
  );
  const other = new Client({ connectionString: test.url });
  await other.connect();
  await other.query('create table twins (like numbers)');
  const { chunks: rows, count: rowCount } = copyOut(client, 'copy numbers to stdout');
  expect(await copyIn(other, 'copy twins from stdin', rows)).toBe(50_000);
  expect(rowCount()).toBe(50_000);
  const { rows: differing } = await other.query('table numbers except table twins');
  expect(differing).toEqual([]);
  await other.end();
});

it('rejects with the error of the server, and leaves a usable connection', async () => {
  const rows = chunks('1\ta\n', 'one\tb\n', ...Array.from({ length: 100 }, () => '2\tc\n'));
  await expect(copyIn(client, 'copy numbers from stdin', rows)).rejects.toThrow('"one"');
  await expect(copyIn(client, 'copy missing from stdin', chunks())).rejects.toThrow('missing');
  const { chunks: none } = copyOut(client, 'copy missing to stdout');
  await expect(none[Symbol.asyncIterator]().next()).rejects.toThrow('missing');
  expect(await count()).toBe(0);
});

it('rejects with the error of the source, and copies nothing', async () => {
  const broken = chunks('1\ta\n', new Error('the source broke'));
  await expect(copyIn(client, 'copy numbers from stdin', broken)).rejects.toThrow('source broke');
  expect(await count()).toBe(0);
});
