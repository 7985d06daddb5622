import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { contract, team } from '../../support/builders/contracts.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
});
afterAll(() => api.stop());

const yaml = { 'content-type': 'application/yaml' };
const put = (body: unknown, headers: Record<string, string> = {}) =>
  api.send('PUT', '/api/datacontracts/c', { body, headers });

const head = `# a contract
apiVersion: v3.1.0
kind: DataContract
id: c
version: 1.0.0
team: { name: checkout }
`;

describe('what is wrong with a contract', () => {
  it('is told with line and column when it came as YAML', async () => {
    const text = `${head}schema:
  - name: orders
    properties:
      - name: order_id
        logicalType: varchar
      - name: at
        logicalTypeOptions: { minLength: 1 }
    quality:
      - { type: sql, mustBe: 0, mustNotBe: 1 }
servers:
  - server: db
    type: postgres
    host: localhost
    port: 5432
    database: d
`;
    const { status, json } = await put(text, yaml);
    expect([status, json.code]).toEqual([422, 'invalid_document']);
    expect(json.violations).toEqual([
      {
        field: 'schema[0].properties[0].logicalType',
        message:
          'must be one of string, date, timestamp, time, number, integer, object, array, boolean',
        line: 11,
        column: 9,
      },
      {
        field: 'schema[0].properties[1].logicalTypeOptions',
        message: 'needs a logicalType beside it, which says what options there are',
        line: 13,
        column: 9,
      },
      {
        field: 'schema[0].quality[0]',
        message: expect.stringMatching(/^must have exactly one of mustBe, mustNotBe, /),
        line: 15,
        column: 9,
      },
      { field: 'schema[0].quality[0].query', message: 'is required', line: 15, column: 9 },
      { field: 'servers[0].schema', message: 'is required', line: 17, column: 5 },
      { field: 'status', message: 'is required', line: 2, column: 1 },
    ]);
  });

  it('is told without when it came as JSON', async () => {
    const { json } = await put(contract('c', { status: 5 }));
    expect(json.violations).toEqual([{ field: 'status', message: 'must be a string' }]);
  });

  it('is told with its place in long texts, at most twenty', async () => {
    const columns = Array.from(
      { length: 3_000 },
      (_, n) => `      - name: c${n}\n        typo: 1\n`,
    );
    const text = `${head}status: active\nschema:\n  - name: t\n    properties:\n${columns.join('')}`;
    expect(text.length).toBeGreaterThan(64 * 1024);
    const { json } = await put(text, yaml);
    expect(json.violations).toHaveLength(20);
    expect(json.violations[1]).toEqual({
      field: 'schema[0].properties[1].typo',
      message: 'is not a member of this object in the declared version of ODCS',
      line: 14,
      column: 9,
    });
  });

  it('ends with the version by which it would be valid', async () => {
    const { json } = await put(head, yaml);
    expect(json.violations).toEqual([
      { field: 'status', message: 'is required', line: 2, column: 1 },
      {
        field: 'apiVersion',
        message: 'may be changed: the document is valid as v3.2.0',
        line: 2,
        column: 1,
      },
    ]);
  });

  it('is told in words about servers, rules, references and nested parts', async () => {
    const { json } = await put(
      contract('c', {
        servers: [
          { server: 'a', type: 's3', location: 'orders/*.csv' },
          { server: 'b', type: 'kafka', host: 'h', topic: 't' },
          { server: 'c', type: 'oracel' },
        ],
        schema: [
          {
            name: 't',
            quality: [{ type: 'text', query: 'select 1' }],
            properties: [
              { name: 'a', logicalType: 'string', items: { name: 'x' } },
              { name: 'b', relationships: [{ to: 'column' }], id: 'a b' },
            ],
          },
        ],
      }),
    );
    const told = json.violations.map(({ field, message }: any) => `${field} ${message}`);
    expect(told.filter((text: string) => !text.includes('oracel'))).toEqual([
      'schema[0].properties[0].items does not fit the type that this object declares',
      'schema[0].properties[1].id must consist of letters, digits, - and _',
      'schema[0].properties[1].relationships[0].to must be a reference like orders.order_id or schema/orders/properties/id',
      'schema[0].quality[0].query does not fit the type that this object declares',
      'servers[0].location must be an absolute address like s3://bucket/orders/{model}/*.csv',
      'servers[1].topic is not a member of this object in the declared version of ODCS',
      expect.stringMatching(/^servers\[2\].type must be one of api, athena, /),
    ]);
  });

  it('does not stop addresses with placeholders and globs', async () => {
    const location = (server: string, text: string) => ({ server, type: 's3', location: text });
    const { status } = await put(
      contract('c', {
        servers: [
          location('a', 's3://bucket/{model}/*.json'),
          location('b', 'abfss://c@account.dfs.core.windows.net/{{env}}/part-[0-9].csv'),
          location('c', '${LOCATION}'),
        ],
      }),
    );
    expect(status).toBe(200);
  });
});
