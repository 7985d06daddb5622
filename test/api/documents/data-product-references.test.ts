import { deleteDocument } from '../../../db/tables/documents/deletion.ts';
import { writeDocument } from '../../../db/tables/documents/writes.ts';
import { transact } from '../../../db/transact.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { contract, product, team } from '../../support/builders/contracts.ts';
import { until } from '../../support/until.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
});
afterAll(() => api.stop());

const putContract = (id: string) =>
  api.send('PUT', `/api/datacontracts/${id}`, { body: contract(id) });
const put = (id: string, contractIds: string[], change: Record<string, unknown> = {}) =>
  api.send('PUT', `/api/dataproducts/${id}`, { body: product(id, contractIds, change) });
const remove = (path: string) => api.send('DELETE', `/api/${path}`);
const warningsOf = ({ headers }: { headers: Headers }) =>
  decodeURIComponent(headers.get('x-catalog-warnings') ?? '');
const references = (id: string): Promise<string[]> =>
  api.database
    .knex('document_references')
    .where({ organization_id: api.organizationId, kind: 'data-product', id })
    .orderBy(['role', 'target_id'])
    .select()
    .then((rows) => rows.map((row) => `${row.role} ${row.target_kind} ${row.target_id}`));

describe('contracts that ports name', () => {
  it('may be unknown: the product is stored, and the answer names them until they exist', async () => {
    await putContract('known');
    const inputPorts = [{ name: 'raw', contractId: 'späte' }];
    const first = await put('early', ['known', 'later', 'later'], { inputPorts });
    expect(first.status).toBe(200);
    const warning =
      "Not registered yet: data contract 'later', data contract 'späte'; register them or correct the references";
    expect(warningsOf(first)).toBe(warning);
    const again = await put('early', ['known', 'later', 'later'], { inputPorts });
    expect([again.headers.get('etag'), warningsOf(again)]).toEqual(['"1"', warning]);
    await putContract('later');
    await putContract('späte');
    expect(warningsOf(await put('early', ['known', 'later', 'later'], { inputPorts }))).toBe('');
  });

  it('are only warned of when they can be no id at all, and may be very many', async () => {
    const odd = ['a/b', 'x'.repeat(10_000), '', 'https://example.com/c'];
    const answer = await put('odd', odd);
    expect(answer.status).toBe(200);
    expect(warningsOf(answer)).toContain("data contract 'a/b'");
    expect((answer.headers.get('x-catalog-warnings') ?? '').length).toBeLessThanOrEqual(4_096);
    expect(await references('odd')).toEqual([]);
    const many = Array.from({ length: 20_000 }, (_, index) => `many-${index}`);
    const full = await put('odd', many);
    expect([full.status, warningsOf(full)]).toEqual([
      200,
      expect.stringMatching(/'many-0', .*'many-19' and 19980 more; register/),
    ]);
    expect(await references('odd')).toHaveLength(20_000);
    expect((await put('odd', many, { name: 'Renamed' })).status).toBe(200);
    expect((await put('odd', many.slice(1))).status).toBe(200);
    expect(await references('odd')).toHaveLength(19_999);
  });

  it('are remembered as the product says it now', async () => {
    const inputPorts = [{ name: 'raw', contractId: 'b' }];
    await put('now', ['a', 'b', 'a'], { inputPorts });
    expect(await references('now')).toEqual([
      'input-port data-contract b',
      'output-port data-contract a',
      'output-port data-contract b',
    ]);
    await put('now', ['b', 'c']);
    expect(await references('now')).toEqual([
      'output-port data-contract b',
      'output-port data-contract c',
    ]);
    await put('now', []);
    expect(await references('now')).toEqual([]);
    await put('now', ['d']);
    await remove('dataproducts/now');
    expect(await references('now')).toEqual([]);
    await put('now', ['e']);
    expect(await references('now')).toEqual(['output-port data-contract e']);
  });

  it('stay right when many products are written at once', async () => {
    const ids = Array.from({ length: 40 }, (_, index) => `crowd-${index}`);
    await Promise.all(ids.map((id) => put(id, ['x'])));
    const answers = await Promise.all(ids.map((id, index) => put(id, [`y-${index}`, 'z'])));
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    for (const [index, id] of ids.entries()) {
      const expected = [`output-port data-contract y-${index}`, 'output-port data-contract z'];
      expect(await references(id)).toEqual(expected);
    }
    const last = await Promise.all(ids.map((_, index) => put('same', [`w-${index}`])));
    expect(last.filter(({ status }) => status !== 200)).toEqual([]);
    const now = (await api.send('GET', '/api/dataproducts/same')).json;
    expect(await references('same')).toEqual([
      `output-port data-contract ${now.outputPorts[0].contractId}`,
    ]);
  });

  it('cost a contract nothing: its PUT is two statements, and neither knows of references', async () => {
    await putContract('cheap');
    const statements: string[] = [];
    const listen = ({ sql }: { sql: string }) => statements.push(sql);
    api.database.knex.on('query', listen);
    await api.send('PUT', '/api/datacontracts/cheap', {
      body: contract('cheap', { version: '2.0.0' }),
    });
    api.database.knex.off('query', listen);
    const own = statements.filter((sql) => /\bdocuments?\b|document_/.test(sql));
    expect(own).toHaveLength(2);
    expect(own.filter((sql) => sql.includes('document_references'))).toEqual([]);
  });
});

describe('deleting a contract', () => {
  it('is refused while an output port uses it, and names the products', async () => {
    await putContract('used');
    await put('first', ['used', 'other']);
    await put('second', ['used']);
    const answer = await remove('datacontracts/used');
    expect([answer.status, answer.json.code]).toEqual([422, 'in_use']);
    expect(answer.json.detail).toBe(
      "The data contract 'used' is in use as output port of data product 'first', data product 'second'; remove it there first.",
    );
    expect((await api.send('GET', '/api/datacontracts/used')).status).toBe(200);
    const events = await api.database.knex('events').where({ subject_id: 'used' }).pluck('type');
    expect(events).toEqual(['DataContractCreatedEvent']);
    await remove('dataproducts/first');
    await put('second', ['other']);
    expect((await remove('datacontracts/used')).status).toBe(200);
  });

  it('is allowed while only an input port names it', async () => {
    await putContract('input');
    await put('reader', [], { inputPorts: [{ name: 'raw', contractId: 'input' }] });
    expect((await remove('datacontracts/input')).status).toBe(200);
  });

  const organizationId = () => api.organizationId;
  const isWaiting = () =>
    until('somebody waits for a lock', async () => {
      const { rows } = await api.database.knex.raw(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length > 0;
    });

  it('waits for a PUT that names it, and then is refused', async () => {
    await putContract('slow');
    const key = { organizationId: organizationId(), kind: 'data-product', id: 'slow' };
    const [deleted] = await transact(api.database, async (tx) => {
      await writeDocument(tx, {
        ...key,
        ownerId: 'checkout',
        name: 'Slow',
        status: undefined,
        tags: '[]',
        search: '',
        description: '',
        contentHash: Buffer.from('slow'),
        body: '{}',
        source: undefined,
        principal: 'system',
        requestId: undefined,
        eventType: 'DataProductCreatedEvent',
        now: new Date(),
        references: [{ role: 'output-port', kind: 'data-contract', id: 'slow' }],
      });
      const answer = remove('datacontracts/slow');
      await isWaiting();
      return [answer];
    });
    expect((await deleted)?.json.code).toBe('in_use');
  });

  it('makes a PUT that names it wait, which then is stored with a warning', async () => {
    await putContract('gone');
    await put('waits', []);
    const key = { organizationId: organizationId(), kind: 'data-contract', id: 'gone' };
    const [stored] = await transact(api.database, async (tx) => {
      const cause = {
        eventType: 'DataContractDeletedEvent',
        principal: 'system',
        requestId: undefined,
        now: new Date(),
      };
      expect(await deleteDocument(tx, key, { revision: 1, edition: 0 }, cause)).toBe(true);
      const answer = put('waits', ['gone']);
      await isWaiting();
      return [answer];
    });
    const answer = await stored;
    expect([answer?.status, warningsOf(answer as never)]).toEqual([
      200,
      expect.stringContaining("data contract 'gone'"),
    ]);
  });

  it('never succeeds beside a PUT that was told nothing', async () => {
    for (let round = 0; round < 10; round++) {
      const id = `race-${round}`;
      await putContract(id);
      if (round % 2 === 0) await put(id, []);
      const [written, deleted] = await Promise.all([put(id, [id]), remove(`datacontracts/${id}`)]);
      const warned = warningsOf(written) === '' ? 'silent' : 'warned';
      expect(`${written.status} ${warned} ${deleted.status}`).toMatch(
        /^200 (silent 422|warned 200)$/,
      );
    }
  });
});

describe('source systems that input ports name', () => {
  it('are stored for the lineage with a warning, beside or in place of a contract', async () => {
    await api.send('PUT', '/api/sourcesystems/crm', { body: { name: 'CRM', owner: 'checkout' } });
    const inputPorts = [
      { name: 'customers', sourceSystemId: 'crm' },
      {
        name: 'tickets',
        contractId: 'known',
        customProperties: [{ property: 'sourceSystemId', value: 'desk' }],
      },
    ];
    const answer = await put('fed', [], { inputPorts });
    expect(answer.status).toBe(200);
    expect(warningsOf(answer)).toContain('inputPorts[0].sourceSystemId is no member of ODPS');
    expect(warningsOf(answer)).toContain("Not registered yet: source system 'desk'");
    expect((await references('fed')).toSorted()).toEqual([
      'input-port data-contract known',
      'input-port source-system crm',
      'input-port source-system desk',
    ]);
    const listed = await api.send('GET', '/api/dataproducts?sourceSystemId=crm');
    expect(listed.json).toEqual([product('fed', [], { inputPorts })]);
    expect((await api.send('GET', '/api/dataproducts?sourceSystemId=known')).json).toEqual([]);
  });

  it('do not make up for a contract that is missing elsewhere', async () => {
    const answer = await put('unfed', [], {
      inputPorts: [{ name: 'a', sourceSystemId: 'crm' }, { name: 'b' }],
    });
    expect([answer.status, answer.json.violations[0].field]).toEqual([
      422,
      'inputPorts[1].contractId',
    ]);
  });
});
