import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { team } from '../../support/builders/contracts.ts';
import { entity, ontology, semantics } from '../../support/builders/ontologies.ts';

let api: TestApi;
let call: ReturnType<typeof semantics>;
beforeAll(async () => {
  api = await startApi();
  call = semantics(api);
  await api.send('PUT', '/api/teams/one', { body: team('one') });
  await api.send('PUT', '/api/teams/two', { body: team('two') });
  await api.database.knex.raw(countingTriggers);
});
afterAll(() => api.stop());

/** Notes how many documents each statement has written. */
const countingTriggers = `
  create table written (rows int not null);
  create function note_written() returns trigger language plpgsql as $$
    begin
      insert into written select count(*) from touched;
      return null;
    end $$;
  create trigger note_deleted after delete on documents
    referencing old table as touched for each statement execute function note_written();
  create trigger note_updated after update on documents
    referencing old table as touched for each statement execute function note_written();`;

const many = 5_100;
const neighbours = ['wide-one', 'wide0', 'wide1'];

const text = (name: string, concepts: number, owner = 'one'): string =>
  `custom_properties: {owner: ${owner}}\n${ontology(
    name,
    Array.from({ length: concepts }, (_, place) => entity(`C${place}`, 'x')),
  )}`;

/** Most documents that one of these statements has written, and all of them. */
async function writtenBy(
  request: () => Promise<{ status: number }>,
): Promise<{ most: number; sum: number }> {
  await api.database.knex.raw('delete from written');
  expect((await request()).status).toBe(200);
  const { rows } = await api.database.knex.raw<{ rows: { rows: number }[] }>(
    'select rows from written',
  );
  const counts = rows.map((row) => row.rows);
  return { most: Math.max(...counts), sum: counts.reduce((sum, count) => sum + count, 0) };
}

async function headsOf(namespace: string, owner: string): Promise<number> {
  const { rows } = await api.database.knex.raw<{ rows: { id: string }[] }>(
    `select id from documents where kind = 'semantic-concept' and id like ? and owner_id = ?`,
    [`${namespace}/%`, owner],
  );
  return rows.length;
}

const mostOfOneStatement = 5_000;

describe('a namespace of many concepts', () => {
  beforeAll(async () => {
    for (const name of neighbours) await call.put(name, text(name, 2));
  });
  beforeEach(async () => {
    expect((await call.put('wide', text('wide', many))).status).toBe(200);
  });
  afterEach(async () => {
    for (const name of neighbours) expect(await headsOf(name, 'one')).toBe(2);
    expect((await api.send('DELETE', call.at('wide'))).status).toBe(200);
  });

  it('is deleted by statements that each stay far below the statement timeout', async () => {
    const { most, sum } = await writtenBy(() => api.send('DELETE', call.at('wide')));
    expect(sum).toBe(many);
    expect(most).toBeLessThanOrEqual(mostOfOneStatement);
    expect(await headsOf('wide', 'one')).toBe(0);
  });

  it('loses most of its concepts likewise', async () => {
    const { most, sum } = await writtenBy(() => call.put('wide', text('wide', 1)));
    expect(sum).toBe(many - 1);
    expect(most).toBeLessThanOrEqual(mostOfOneStatement);
    expect(await headsOf('wide', 'one')).toBe(1);
  });

  it('goes to another team likewise', async () => {
    const body = JSON.stringify({ namespace: 'wide', name: 'Wide', team: 'two' });
    const { most } = await writtenBy(() => api.send('PUT', call.at('wide'), { body }));
    expect(most).toBeLessThanOrEqual(mostOfOneStatement);
    expect(await headsOf('wide', 'two')).toBe(many);
  });
});
