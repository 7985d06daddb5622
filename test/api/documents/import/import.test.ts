import { gzipSync } from 'node:zlib';
import { startApi } from '../../../support/http/api.ts';
import type { TestApi } from '../../../support/http/api.ts';
import { contract, product, team } from '../../../support/builders/contracts.ts';
import {
  line,
  linesOf,
  ndjson,
  newOrganizationKey,
  postImport,
} from '../../../support/builders/imports.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const yaml = { 'content-type': 'application/yaml' };

const post = (body: string | Uint8Array, headers: Record<string, string>, key?: string) =>
  postImport(api, body, headers, key);
const newKey = (name: string) => newOrganizationKey(api, name);

describe('POST /api/import', () => {
  it('stores what is needed first first, and answers in the order of the lines', async () => {
    const key = await newKey('order');
    const body = [
      line('dataproducts', product('shop', ['orders'])),
      line('datacontracts', contract('orders')),
      line('teams', team('checkout', { parent: 'commerce' })),
      line('teams', team('commerce')),
    ].join('');
    const answer = await post(body, ndjson, key);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson');
    expect(linesOf(answer)).toEqual([
      { line: 1, resource: 'dataproducts', id: 'shop', status: 'created' },
      { line: 2, resource: 'datacontracts', id: 'orders', status: 'created' },
      { line: 3, resource: 'teams', id: 'checkout', status: 'created' },
      { line: 4, resource: 'teams', id: 'commerce', status: 'created' },
      { summary: { documents: 4, created: 4, updated: 0, unchanged: 0, failed: 0 } },
    ]);
    const again = body.replace('Contract orders', 'Orders, renamed');
    expect(linesOf(await post(again, ndjson, key)).map(({ status }) => status)).toEqual([
      'unchanged',
      'updated',
      'unchanged',
      'unchanged',
      undefined,
    ]);
    const emptied = line('datacontracts', contract('orders', { schema: [] }));
    expect(linesOf(await post(emptied, ndjson, key))[0]).toMatchObject({ change: 'major' });
    const versions = await api.send('GET', '/api/datacontracts/orders/versions', { key });
    expect(versions.json).toHaveLength(3);
  });

  it('leaves the same rows as PUTs of the same documents', async () => {
    const documents: [string, Record<string, unknown>][] = [
      ['teams', team('checkout', { tags: ['a', 'b'], description: 'Sells', custom: { x: 'y' } })],
      ['teams', team('lane', { parent: 'checkout' })],
      ['datacontracts', contract('orders', { tags: ['a,b', '{"}'], status: 'draft' })],
      ['dataproducts', product('shop', ['orders', 'none'])],
    ];
    const rowsOf = async (name: string) => {
      const knex = api.database.knex;
      const { id } = await knex('organizations').where({ vanity: name }).first('id');
      const nameOf = (event: any) => `${event.subject_id} ${event.revision} ${event.type}`;
      const read = (table: string) =>
        knex(table).where({ organization_id: id }).orderBy(['kind', 'id']).select();
      const columns = ['type', 'subject_kind', 'subject_id', 'revision', 'public', 'data'];
      const rows = await knex('events')
        .where({ organization_id: id, public: true })
        .select(columns);
      const events = rows.map((row) => ({ ...row, data: JSON.parse(row.data).id }));
      const all = [
        ...(await read('documents')),
        ...(await read('document_revisions')),
        ...(await read('document_references')),
        ...events.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1)),
      ];
      const own = new Set(['organization_id', 'principal', 'request_id', 'at']);
      return all.map((row) =>
        Object.fromEntries(
          Object.entries(row).filter(([name]) => !own.has(name) && !name.endsWith('_at')),
        ),
      );
    };
    const [one, other] = [await newKey('by-put'), await newKey('by-import')];
    const warned: (string | null)[] = [];
    for (const round of ['1', '2']) {
      const changed = documents.map(([resource, document]): [string, Record<string, unknown>] => [
        resource,
        { ...document, name: `${String(document.name)} ${round}` },
      ]);
      for (const [resource, document] of changed) {
        const path = `/api/${resource}/${String(document.id)}`;
        const { headers, status } = await api.send('PUT', path, { body: document, key: one });
        expect(status).toBe(200);
        warned.push(headers.get('x-catalog-warnings'));
      }
      const body = changed.map(([resource, document]) => line(resource, document)).join('');
      const results = linesOf(await post(body, ndjson, other));
      expect(results.slice(0, 4).map(({ warning = null }) => warning)).toEqual(warned.splice(0));
    }
    const rows = await rowsOf('by-import');
    expect(rows.length).toBeGreaterThanOrEqual(4 + 8 + 2 + 8);
    expect(rows).toEqual(await rowsOf('by-put'));
  });

  it('tells of each line what is wrong with it, and stores its neighbours', async () => {
    const key = await newKey('wrong');
    const lines = [
      line('teams', team('checkout')),
      'nonsense\n',
      line('planets', { id: 'mars' }),
      line('teams', { id: 'a/b', name: 'x', type: 'Team' }),
      `${JSON.stringify({ resource: 'teams', id: 'x', document: team('y') })}\n`,
      line('datacontracts', contract('orders', { team: { name: 'ghosts' } })),
      line('datacontracts', contract('bad', { apiVersion: 'v9.9.9' })),
      '\n',
      `${JSON.stringify({ resource: 'teams', id: 'x' })}\n`,
      `${JSON.stringify({ resource: 'teams', id: 'x', documents: {} })}\n`,
      '[]\n',
      line('teams', { ...team('deep'), a: JSON.parse('['.repeat(65) + ']'.repeat(65)) }),
      line('teams', { ...team('nul'), name: 'a\u0000b' }),
      line('teams', { id: 7 }),
      line('teams', team('lane', { parent: 'checkout' })),
    ];
    const bytes = Buffer.concat([Buffer.from(lines.join('')), Buffer.from([0x22, 0xff, 0x22])]);
    const results = linesOf(await post(bytes, ndjson, key));
    expect(
      results.slice(0, -1).map((each) => [each.line, each.error?.code ?? each.status]),
    ).toEqual([
      [1, 'created'],
      [2, 'malformed_body'],
      [3, 'invalid_body'],
      [4, 'invalid_id'],
      [5, 'id_mismatch'],
      [6, 'ownership_missing'],
      [7, 'invalid_document'],
      [9, 'invalid_body'],
      [10, 'invalid_body'],
      [11, 'invalid_body'],
      [12, 'invalid_body'],
      [13, 'invalid_text'],
      [14, 'invalid_id'],
      [15, 'created'],
      [16, 'malformed_body'],
    ]);
    expect(results.at(-1)?.summary).toMatchObject({ documents: 15, created: 2, failed: 13 });
    expect(results[6]?.error.violations.length).toBeGreaterThan(0);
  });

  it('keeps to the rights of the key, line by line', async () => {
    await api.send('PUT', '/api/teams/mine', { body: team('mine') });
    await api.send('PUT', '/api/teams/theirs', { body: team('theirs') });
    const { text: key } = await api.newKey('team', { teamId: 'mine' });
    const body = ['mine', 'theirs']
      .map((name) => line('datacontracts', contract(`of-${name}`, { team: { name } })))
      .join('');
    expect(linesOf(await post(body, ndjson, key)).slice(0, 2)).toMatchObject([
      { status: 'created' },
      { status: 'failed', error: { code: 'permission_denied' } },
    ]);
    const reader = (await api.newKey('organization_read')).text;
    expect((await post(body, ndjson, reader)).json.code).toBe('permission_denied');
  });

  it('never makes a circle of teams, nor loses the order of two writes of one document', async () => {
    const key = await newKey('circle');
    const teams = ['x', 'y', 'p', 'q'];
    await post(teams.map((id) => line('teams', team(id))).join(''), ndjson, key);
    const first = [team('p', { parent: 'y' }), team('q', { parent: 'x' })];
    await post(first.map((each) => line('teams', each)).join(''), ndjson, key);
    const moves = [team('x', { parent: 'p' }), team('y', { parent: 'q' })];
    const results = linesOf(
      await post(moves.map((each) => line('teams', each)).join(''), ndjson, key),
    );
    expect(results.slice(0, 2).map(({ status, error }) => error?.code ?? status)).toEqual([
      'updated',
      'team_hierarchy_cycle',
    ]);
    const circle = [team('m', { parent: 'n' }), team('n', { parent: 'm' })];
    const refused = linesOf(
      await post(circle.map((each) => line('teams', each)).join(''), ndjson, key),
    );
    expect(refused.at(-1)?.summary.failed).toBe(2);
    const twice = [team('z', { name: 'One' }), team('z', { name: 'Two' })];
    const written = linesOf(
      await post(twice.map((each) => line('teams', each)).join(''), ndjson, key),
    );
    expect(written.map(({ status }) => status)).toEqual(['created', 'updated', undefined]);
    expect((await api.send('GET', '/api/teams/z', { key })).json.name).toBe('Two');
  });

  it('stores the neighbours of a document that only Postgres refuses', async () => {
    const key = await newKey('postgres');
    const tags = ['x'.repeat(2_000), 'fine'];
    const huge = Array.from({ length: 20_000 }, (_, index) => `word${index}`).join(' ');
    await api.database.knex.raw(
      `alter table documents add constraint documents_test check (name <> 'refused by Postgres')`,
    );
    const body = [
      line('teams', team('before', { tags, description: huge })),
      line('teams', team('refused', { name: 'refused by Postgres' })),
      line('teams', team('behind', { parent: 'before' })),
    ].join('');
    const results = linesOf(await post(body, { ...ndjson, 'idempotency-key': 'postgres' }, key));
    await api.database.knex.raw('alter table documents drop constraint documents_test');
    expect(results.slice(0, 3).map(({ status, error }) => error?.code ?? status)).toEqual([
      'created',
      'internal_error',
      'created',
    ]);
    const again = linesOf(await post(body, { ...ndjson, 'idempotency-key': 'postgres' }, key));
    expect(again).toEqual(results);
  });

  it('refuses requests that are wrong as a whole', async () => {
    for (const [body, headers, status, code] of [
      ['{}', { 'content-type': 'application/json' }, 415, 'unsupported_media_type'],
      ['', ndjson, 400, 'malformed_body'],
      ['\n \n', ndjson, 400, 'malformed_body'],
      ['nope', { ...ndjson, 'content-encoding': 'gzip' }, 400, 'malformed_body'],
      ['nope', { ...ndjson, 'content-encoding': 'constructor' }, 415, 'unsupported_media_type'],
      [
        gzipSync(Buffer.alloc(100 * 1024 * 1024, 'x')),
        { ...ndjson, 'content-encoding': 'gzip' },
        413,
        'payload_too_large',
      ],
    ] as const) {
      const answer = await post(body, headers);
      expect([answer.status, answer.json?.code]).toEqual([status, code]);
    }
  });

  it('takes gzip, a byte order mark, CRLF, and one document of 5 MB but none above', async () => {
    const key = await newKey('sizes');
    const size = 5 * 1024 * 1024;
    const padded = (id: string, bytes: number) => {
      const rest = bytes - JSON.stringify(team(id, { description: '' })).length;
      return line('teams', team(id, { description: 'x'.repeat(rest) }));
    };
    const lines = [
      padded('fits', size),
      padded('too-long', size + 1),
      line('teams', team('small')),
    ];
    const text = `\uFEFF${lines.join('').replaceAll('\n', '\r\n')}`;
    const results = linesOf(
      await post(gzipSync(text), { ...ndjson, 'content-encoding': 'GZIP' }, key),
    );
    expect(results.slice(0, 3).map(({ status, error }) => error?.code ?? status)).toEqual([
      'created',
      'payload_too_large',
      'created',
    ]);
  });

  it('takes a YAML stream of envelopes and of bare documents', async () => {
    const key = await newKey('yaml');
    const bare = `# Orders of the shop
apiVersion: v3.1.0
kind: DataContract
id: orders
version: 1.0.0
status: active
team: {name: checkout}
description:
  purpose: |
    --- not a document
     ...
`;
    const text = `%YAML 1.2
--- # first
${bare}---
resource: teams
id: checkout
document: {name: Checkout, type: Team}
...
---
---
--- {resource: teams, id: other, document: {name: Other, type: Team}}
---
a: [
---
plain text
`;
    const results = linesOf(await post(text, yaml, key));
    expect(
      results.map(({ line: at, id, status, error }) => [at, id, error?.code ?? status]),
    ).toEqual([
      [3, 'orders', 'created'],
      [15, 'checkout', 'created'],
      [21, 'other', 'created'],
      [23, undefined, 'malformed_body'],
      [25, undefined, 'invalid_body'],
      [undefined, undefined, undefined],
    ]);
    const stored = await api.send('GET', '/api/datacontracts/orders/datacontract.yaml', { key });
    expect(stored.text).toBe(bare);
    expect((await api.send('GET', '/api/teams/checkout', { key })).json.id).toBe('checkout');
  });
});
