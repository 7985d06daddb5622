import { readFileSync } from 'node:fs';
import { hashRequest } from '../../../commands/code-generation/start-generation.ts';
import { generators } from '../../../jobs/code-generation/generators/index.ts';
import { startApi } from '../../support/http/api.ts';
import type { SendOptions, TestAnswer, TestApi } from '../../support/http/api.ts';
import { contract, team } from '../../support/builders/contracts.ts';
import { until } from '../../support/until.ts';
import { startWorkers } from '../../support/servers/worker.ts';
import type { TestWorkers } from '../../support/servers/worker.ts';

let api: TestApi;
let workers: TestWorkers;

beforeAll(async () => {
  api = await startApi();
  workers = startWorkers(api);
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
  const yaml = readFileSync('examples/orders.odcs.yaml', 'utf8');
  const headers = { 'content-type': 'application/yaml' };
  const stored = await api.send('PUT', '/api/datacontracts/orders', { body: yaml, headers });
  expect([stored.status, stored.text]).toEqual([200, '']);
});
afterAll(async () => {
  await workers.stop();
  await api.stop();
});

const put = async (id: string, change: Record<string, unknown> = {}): Promise<void> => {
  const { status, text } = await api.send('PUT', `/api/datacontracts/${id}`, {
    body: contract(id, change),
  });
  expect([status, text]).toEqual([200, '']);
};
const generate = (
  id: string,
  body: unknown,
  { query = '', ...options }: SendOptions & { query?: string } = {},
): Promise<TestAnswer> =>
  api.send('POST', `/api/datacontracts/${id}/generate${query}`, { body, ...options });
const ddl = { type: 'sql-ddl' };
const rows = async (table: string, where: Record<string, unknown> = {}): Promise<number> =>
  Number((await api.database.knex(table).where(where).count({ n: '*' }))[0]?.n);
const works = () => rows('work', { kind: 'code-generation' });

const forms = generators.flatMap(({ type, dialects, variants }) => [
  ...(dialects.length > 0 ? dialects : [undefined]).map((dialect) => ({ type, dialect })),
  ...variants.map((compat) => ({ type, compat })),
]);

describe('every format', () => {
  it.each(forms.map((form) => [Object.values(form).filter(Boolean).join(' '), form] as const))(
    '%s gives files that can be written anywhere',
    async (_, form) => {
      const answer = await generate('orders', form);
      expect([answer.status, answer.json?.detail]).toEqual([200, undefined]);
      const { dataContractId, generationType, dialect, files } = answer.json;
      expect([dataContractId, generationType]).toEqual(['orders', form.type]);
      if ('dialect' in form) expect(dialect).toBe(form.dialect);
      expect(files.length).toBeGreaterThan(0);
      for (const file of files) {
        expect(file.filename).toMatch(/^[A-Za-z0-9_][\w.-]*(\/[A-Za-z0-9_][\w.-]*)*$/);
        expect(file.content.trim()).not.toBe('');
        const { languages } = generators.find(({ type }) => type === form.type) ?? {};
        expect(languages).toContain(file.language);
        expect(file.metadata.notes).toEqual(expect.any(Array));
        expect(file.metadata.warnings).toEqual(expect.any(Array));
        expect(file.metadata.serverType).toBe('local');
      }
      const names = files.map(({ filename }: { filename: string }) => filename.toLowerCase());
      expect(new Set(names).size).toBe(names.length);
    },
  );

  it('is listed with what it takes', async () => {
    const { status, json } = await api.send('GET', '/api/generators');
    const listed = JSON.stringify(generators).replaceAll('"variants":', '"compat":');
    expect([status, json]).toEqual([200, JSON.parse(listed)]);
    expect(json.map(({ type }: { type: string }) => type)).toContain('sql-ddl');
  });

  it('is in openapi.json', async () => {
    const { schemas } = (await api.send('GET', '/openapi.json')).json.components;
    const types = generators.map(({ type }) => type);
    expect(schemas.GenerateRequest.properties.type.enum).toEqual([...types, 'custom']);
    const [dialect] = schemas.GenerateRequest.properties.dialect.anyOf;
    expect(dialect.enum).toEqual(expect.arrayContaining(['postgres', 'duckdb']));
  });
});

describe('a stored answer', () => {
  it('costs one read and no work', async () => {
    await put('stored');
    const first = await generate('stored', ddl);
    const before = await works();
    const statements: string[] = [];
    const note = ({ sql }: { sql: string }): void => {
      if (!/\bfrom api_keys\b|update api_keys/.test(sql)) statements.push(sql);
    };
    api.database.knex.on('query', note);
    const second = await generate('stored', ddl);
    api.database.knex.off('query', note);
    expect([second.status, second.text]).toEqual([200, first.text]);
    expect(statements.filter((sql) => sql.includes('generations'))).toHaveLength(1);
    expect(statements.filter((sql) => /document|insert|update|begin/i.test(sql))).toHaveLength(1);
    expect(await works()).toBe(before);
  });

  it('is of the contract as it is now, whatever it was before', async () => {
    const properties = (name: string) => ({
      schema: [{ name: 'orders', properties: [{ name, logicalType: 'string' }] }],
    });
    await put('changing', properties('before'));
    const first = await generate('changing', ddl);
    expect(first.json.files[0].content).toContain('before');
    await put('changing', properties('after'));
    const second = await generate('changing', ddl);
    expect(second.json.files[0].content).toContain('after');
    expect(second.json.files[0].content).not.toContain('before');
    const before = await works();
    await put('changing', properties('before'));
    expect((await generate('changing', ddl)).text).toBe(first.text);
    expect(await works()).toBe(before);
  });

  it('follows the order of columns where that is the order of members', async () => {
    const columns = (names: readonly string[]) => ({
      dataContractSpecification: '1.1.0',
      id: 'old',
      info: { title: 'Old', version: '1.0.0', owner: 'checkout' },
      models: {
        orders: {
          type: 'table',
          fields: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
        },
      },
    });
    for (const names of [
      ['first', 'second'],
      ['second', 'first'],
    ]) {
      const stored = await api.send('PUT', '/api/datacontracts/old', { body: columns(names) });
      expect(stored.status).toBe(200);
      const { content } = (await generate('old', { type: 'sql-select' })).json.files[0];
      expect(content).toMatch(new RegExp(names.join('[^]*')));
    }
  });

  it('is not that of another edition of the generators', async () => {
    await put('edition');
    await generate('edition', ddl);
    const asked = { type: 'sql-ddl', dialect: undefined, server: undefined, compat: undefined };
    const hash = hashRequest(asked, 'of yesterday');
    await api.database
      .knex('generations')
      .update({ request_hash: hash })
      .where({
        work_id: api.database
          .knex('work')
          .select('id')
          .where({ kind: 'code-generation', subject_id: 'edition' }),
      });
    const before = await works();
    expect((await generate('edition', ddl)).status).toBe(200);
    expect(await works()).toBe(before + 1);
    expect(await rows('generations', { request_hash: hashRequest(asked) })).toBeGreaterThan(0);
  });

  it('notes at most once a day that it is used', async () => {
    await put('used');
    await generate('used', ddl);
    const mine = api.database.knex('work').select('id').where({ subject_id: 'used' });
    const usedAt = async () =>
      (await api.database.knex('generations').whereIn('work_id', mine).first('used_at')).used_at;
    const old = new Date(Date.now() - 3 * 86_400_000);
    await api.database.knex('generations').whereIn('work_id', mine).update({ used_at: old });
    const before = Date.now();
    await generate('used', ddl);
    const noted = await usedAt();
    expect(noted.getTime()).toBeGreaterThanOrEqual(before);
    await generate('used', ddl);
    expect(await usedAt()).toEqual(noted);
  });
});

describe('requests for the same', () => {
  it('share one piece of work, at once and one behind the other', async () => {
    await put('shared');
    const answers = await Promise.all(Array.from({ length: 12 }, () => generate('shared', ddl)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await rows('work', { kind: 'code-generation', subject_id: 'shared' })).toBe(1);
  });

  it('get the stored answer of their Idempotency-Key, and no other request may have it', async () => {
    await put('once');
    const headers = { 'idempotency-key': 'generate-1' };
    const first = await generate('once', ddl, { headers });
    await put('once', { name: 'Changed' });
    const again = await generate('once', ddl, { headers });
    expect([again.status, again.text]).toEqual([200, first.text]);
    const other = await generate('once', { type: 'sql-select' }, { headers });
    expect([other.status, other.json.code]).toEqual([422, 'idempotency_key_reused']);
  });

  it('may come from keys that only read', async () => {
    for (const scope of ['organization_read', 'user_read'] as const) {
      const email = 'ada@example.com';
      const { text: key } = await api.newKey(scope, scope === 'user_read' ? { email } : {});
      expect((await generate('orders', ddl, { key })).status).toBe(200);
    }
    expect((await generate('orders', ddl, { key: null })).status).toBe(403);
  });

  it('never meet those of another organization', async () => {
    const organizationId = await api.newOrganization('other');
    const { text: key } = await api.newKey('organization', { organizationId });
    expect((await generate('orders', ddl, { key })).status).toBe(404);
    await api.send('PUT', '/api/teams/checkout', { body: team('checkout'), key });
    await put('theirs');
    const ours = await generate('theirs', ddl);
    await api.send('PUT', '/api/datacontracts/theirs', { body: contract('theirs'), key });
    const before = await works();
    const theirs = await generate('theirs', ddl, { key });
    expect([theirs.status, theirs.text]).toEqual([200, ours.text]);
    // The same text, and yet work of their own.
    expect(await works()).toBe(before + 1);
    expect(await rows('generations', { organization_id: organizationId })).toBe(1);
  });
});

describe('the dialect', () => {
  it('is the one asked for, else that of the server, else Postgres', async () => {
    const duck = { server: 'files', type: 'local', path: 'x.csv', format: 'csv' };
    const warehouse = { type: 'snowflake', account: 'a', database: 'd', schema: 's' };
    const shop = { type: 'mysql', host: 'db.example.com', port: 3306, database: 'd' };
    const servers = [{ server: 'first', ...warehouse }, { server: 'db', ...shop }, duck];
    await put('dialects', { servers });
    const of = async (body: object, query = '') => {
      const { json } = await generate('dialects', { ...ddl, ...body }, { query });
      return [json.dialect, json.server, json.files[0].metadata.serverType];
    };
    expect(await of({})).toEqual(['snowflake', 'first', 'snowflake']);
    expect(await of({ server: 'db' })).toEqual(['mysql', 'db', 'mysql']);
    expect(await of({}, '?server=db')).toEqual(['mysql', 'db', 'mysql']);
    expect(await of({ server: 'files' })).toEqual(['duckdb', 'files', 'local']);
    expect(await of({ dialect: 'oracle' })).toEqual(['oracle', 'first', 'snowflake']);
    expect(await of({}, '?dialect=bigquery&server=db')).toEqual(['bigquery', 'db', 'mysql']);
    await put('no-server');
    const none = (await generate('no-server', ddl)).json;
    expect([none.dialect, none.server]).toEqual(['postgres', undefined]);
    await put('odd-server', { servers: [{ server: 'odd', type: 'custom' }] });
    expect((await generate('odd-server', ddl)).json.dialect).toBe('postgres');
    await put('glue', { servers: [{ server: 'g', type: 'glue', account: 'a', database: 'd' }] });
    expect((await generate('glue', ddl)).json.dialect).toBe('athena');
  });

  it.each<[object, string]>([
    [{ dialect: '', server: '', compat: '' }, ''],
    [{}, '?dialect=&server='],
    [{ dialect: 'duckdb' }, '?dialect='],
    [{ dialect: '' }, '?dialect=duckdb'],
  ])('counts as left out where it is empty: %j %s', async (body, query) => {
    await put('empty-choice', {
      servers: [{ server: 'only', type: 'local', path: 'x.csv', format: 'csv' }],
    });
    const { status, json } = await generate('empty-choice', { ...ddl, ...body }, { query });
    expect([status, json.dialect, json.server]).toEqual([200, 'duckdb', 'only']);
  });
});

describe('bad input', () => {
  const known = generators.map(({ type }) => type).join(', ');

  it.each<[string, unknown, string, number, string, string]>([
    ['no type', {}, '', 400, 'bad_request', known],
    ['an unknown type', { type: 'cobol' }, '', 400, 'bad_request', known],
    ['a type that is no text', { type: 7 }, '', 400, 'bad_request', known],
    ['custom without a prompt', { type: 'custom' }, '', 400, 'bad_request', "'prompt'"],
    ['an empty prompt', { type: 'custom', prompt: ' ' }, '', 400, 'bad_request', "'prompt'"],
    ['custom', { type: 'custom', prompt: 'x' }, '', 422, 'generation_not_configured', known],
    ['an unknown dialect', { ...ddl, dialect: 'db2' }, '', 400, 'bad_request', 'one of postgres'],
    ['one in the query', ddl, '?dialect=db2', 400, 'bad_request', 'one of postgres'],
    ['a variant of none', { ...ddl, compat: 'v1' }, '', 400, 'bad_request', "'compat' of sql-ddl"],
    ['two servers', { ...ddl, server: 'a' }, '?server=b', 400, 'bad_request', "'server' differs"],
    ['a server that is no text', { ...ddl, server: 7 }, '', 422, 'invalid_body', 'server'],
    ['an unknown server', { ...ddl, server: 'no' }, '', 422, 'unknown_server', "it has 'incoming'"],
    ['a body that is a list', [], '', 422, 'invalid_body', 'object'],
    ['a rehearsal', ddl, '?dryRun=true', 400, 'bad_request', 'dryRun'],
  ])('%s is refused', async (_, body, query, status, code, text) => {
    const before = await works();
    const answer = await generate('orders', body, { query });
    expect([answer.status, answer.json.code]).toEqual([status, code]);
    expect(answer.json.detail).toContain(text);
    expect(await works()).toBe(before);
  });

  it('anything in place of a member, or of the body, is refused or understood', async () => {
    const bodies: unknown[] = ['', '{"type":', '{}{}', 'null', '"x"', '[]', '{"type":"\\ud800"}'];
    const values = [null, true, 1e308, '', 'ü\u2028', 'x'.repeat(20_000), [], [null], {}];
    for (const name of ['type', 'dialect', 'server', 'compat', 'prompt'])
      for (const value of values) bodies.push({ ...ddl, [name]: value });
    for (const body of bodies) {
      const { status, json, text } = await generate('orders', body);
      const seen = `${JSON.stringify(body).slice(0, 80)}: ${status} ${text.slice(0, 300)}`;
      expect(seen).toMatch(/: (200|400|422) \{/);
      if (status !== 200) expect(json.detail).not.toMatch(/undefined|\[object|select |insert /);
    }
  });

  it('an unknown contract is not found', async () => {
    const answer = await generate('nowhere', ddl);
    expect([answer.status, answer.json.code]).toEqual([404, 'not_found']);
    expect((await api.send('POST', '/api/datacontracts/orders/generate')).status).toBe(400);
  });

  it('objects with names of the same letters are refused, and named', async () => {
    const table = (name: string, physicalName?: string) => ({ name, physicalName, properties: [] });
    const schema = [table('a', 'Orders'), table('b', 'orders'), table('c'), table('d', 'c')];
    await put('twice', { schema: [...schema, table('e')] });
    const answer = await generate('twice', ddl);
    expect([answer.status, answer.json.code]).toEqual([422, 'duplicate_names']);
    expect(answer.json.detail).toContain("'Orders', 'orders', 'c'.");
  });

  it('what is neither ODCS nor DCS is refused', async () => {
    await put('foreign');
    await api.database
      .knex('document_revisions')
      .where({ kind: 'data-contract', id: 'foreign' })
      .update({ body: JSON.stringify({ id: 'foreign', title: 'From elsewhere' }) });
    const answer = await generate('foreign', ddl);
    expect([answer.status, answer.json.code]).toEqual([422, 'invalid_document']);
  });

  it('a contract without a schema gives a file with a warning', async () => {
    await put('empty', { schema: [] });
    const { status, json } = await generate('empty', ddl);
    expect(status).toBe(200);
    expect(json.files[0].metadata.warnings.length).toBeGreaterThan(0);
  });
});

describe('without workers', () => {
  const short = { headers: { prefer: 'wait=1' } };

  it('answers 503 after the wait, and whoever asks again waits for the same work', async () => {
    await workers.stop();
    await put('waiting');
    const headers = { ...short.headers, 'idempotency-key': 'waiting-1' };
    for (const options of [short, short, { headers }, { headers }]) {
      const answer = await generate('waiting', ddl, options);
      expect([answer.status, answer.json.code]).toEqual([503, 'still_running']);
      expect(answer.headers.get('retry-after')).toBe('2');
    }
    expect(await rows('work', { kind: 'code-generation', subject_id: 'waiting' })).toBe(1);
    workers = startWorkers(api);
    const again = { headers: { 'idempotency-key': 'waiting-1' } };
    expect((await generate('waiting', ddl, again)).status).toBe(200);
    expect((await generate('waiting', ddl)).status).toBe(200);
    expect(await rows('work', { kind: 'code-generation', subject_id: 'waiting' })).toBe(1);
  });

  it('answers at once for whoever does not want to wait, and again when the work was cancelled', async () => {
    await workers.stop();
    await put('cancelled');
    const asked = await generate('cancelled', ddl, { headers: { prefer: 'respond-async' } });
    expect([asked.status, asked.json.code]).toEqual([503, 'still_running']);
    const { id } = await api.database.knex('work').where({ subject_id: 'cancelled' }).first('id');
    const waiting = generate('cancelled', ddl, { headers: { prefer: 'wait=2' } });
    expect((await api.send('POST', `/api/ops/work/${id}/cancel`)).status).toBeLessThan(300);
    const told = await waiting;
    // It may have come behind the cancellation, and then it has work of its own.
    if (told.status !== 503) expect(told.json.code).toBe('generation_failed');
    workers = startWorkers(api);
    expect((await generate('cancelled', ddl)).status).toBe(200);
  });

  it('does again what a worker has left behind', async () => {
    await workers.stop();
    await put('left');
    await generate('left', ddl, { headers: { prefer: 'respond-async' } });
    const { knex } = api.database;
    // As after kill -9: claimed, and nobody renews the lease.
    await knex('work')
      .where({ subject_id: 'left' })
      .update({
        state: 'RUNNING',
        attempt: 1,
        fence: 1,
        max_attempts: 5,
        lease_until: new Date(0),
      });
    const waiting = generate('left', ddl);
    workers = startWorkers(api);
    expect((await waiting).status).toBe(200);
    expect(await knex('work').where({ subject_id: 'left' })).toMatchObject([
      { state: 'DONE', attempt: 2 },
    ]);
  });

  it('a failed generation says why, and is tried again by whoever asks again', async () => {
    await workers.stop();
    await put('failing');
    await generate('failing', ddl, { headers: { prefer: 'respond-async' } });
    const work = () => api.database.knex('work').where({ subject_id: 'failing' });
    const { payload } = await work().first('payload');
    await work().update({
      payload: JSON.stringify({ ...JSON.parse(payload), contractHash: '00' }),
    });
    workers = startWorkers(api);
    const failed = await generate('failing', ddl);
    expect([failed.status, failed.json.code]).toEqual([422, 'generation_failed']);
    expect(failed.json.detail).toContain('changed meanwhile');
    await until('it has ended', async () => (await rows('work', { state: 'RUNNING' })) === 0);
    expect((await generate('failing', ddl)).status).toBe(200);
    expect(await work()).toHaveLength(2);
  });
});
