import { platformOfEachTest } from '../../../support/fakes/platform.ts';
import type { Answering, PlatformRequest } from '../../../support/fakes/platform.ts';
import { until } from '../../../support/until.ts';
import {
  accessWith,
  answerScan,
  openAt,
  ordersResults,
  refusalOf,
  rejectionOf,
  resultsOf,
  runOrders,
} from './platform-source.ts';
import type { Answered } from './platform-source.ts';

const password = 'tr1no-secret-password';
const credentials = {
  DATACONTRACT_TRINO_USERNAME: 'tester',
  DATACONTRACT_TRINO_PASSWORD: password,
};

const catalogue: Answered = {
  columns: ['table_schema', 'table_name', 'column_name', 'type', 'not_null'],
  rows: [
    ['sales', 'orders', 'id', 'bigint', 'NO'],
    ['sales', 'orders', 'status', 'varchar(20)', 'NO'],
  ],
};

const tableOf = (sql: string): Answered =>
  sql.includes('information_schema') ? catalogue : answerScan(sql);

/** A coordinator that has every statement queued, then running, and gives one row a page. */
function coordinator(url: () => string): Answering {
  const statements: string[] = [];
  return ({ method, path, body, headers }) => {
    if (
      headers['authorization'] !== `Basic ${Buffer.from(`tester:${password}`).toString('base64')}`
    )
      return { status: 401, text: `Access Denied: ${password}` };
    if (method === 'POST') {
      const id = statements.push(body) - 1;
      return { json: { id: `q${id}`, nextUri: `${url()}/v1/statement/queued/${id}/0` } };
    }
    const [, state = '', id = '', page = ''] =
      /^\/v1\/statement\/(\w+)\/(\d+)\/(\d+)$/.exec(path) ?? [];
    if (method === 'DELETE') return { status: 204 };
    const sql = statements[Number(id)] ?? '';
    if (sql.startsWith('start transaction')) {
      return { headers: { 'x-trino-started-transaction-id': 'tx-1' }, json: { id } };
    }
    if (sql === 'rollback') return { json: { id } };
    if (/broken/.test(sql)) {
      const message = `line 1:8: Column 'broken' cannot be resolved, ${password}`;
      return { json: { id, error: { message, errorName: 'COLUMN_NOT_FOUND' } } };
    }
    if (state === 'queued')
      return { json: { id, nextUri: `${url()}/v1/statement/executing/${id}/0` } };
    const { columns, rows } = tableOf(sql);
    const next = Number(page) + 1;
    return {
      json: {
        id,
        columns: columns.map((name) => ({
          name,
          type: 'varchar',
          typeSignature: { rawType: 'varchar' },
        })),
        data: rows.slice(Number(page), next),
        ...(next < rows.length ? { nextUri: `${url()}/v1/statement/executing/${id}/${next}` } : {}),
      },
    };
  };
}

describe('Trino as a server of contracts', () => {
  const platform = platformOfEachTest(() => coordinator(() => platform.url));

  const server = (): { type: string } & Record<string, unknown> => ({
    type: 'trino',
    host: 'localhost',
    port: Number(new URL(platform.url).port),
    catalog: 'hive',
    schema: 'Sales',
  });
  const sent = (method: string): PlatformRequest[] =>
    platform.requests.filter((request) => request.method === method);

  it('is tested with one scan, its rules in a transaction that only reads', async () => {
    const outcome = await runOrders(server(), accessWith(credentials), {
      id: 'bigint',
      status: 'varchar(20)',
    });
    expect(resultsOf(outcome)).toMatchObject(ordersResults);
    expect(resultsOf(outcome)).toMatchObject({
      orders__row_count: 'passed',
      orders__quality_sql_0: 'passed',
    });
    const statements = sent('POST').map(({ body }) => body);
    expect(statements.filter((sql) => sql.includes('from "hive"."sales"."orders"'))).toHaveLength(
      3,
    );
    const [rule] = sent('POST').filter(({ body }) => body.includes('rows_of_rule'));
    expect(rule?.headers['x-trino-transaction-id']).toBe('tx-1');
    expect(statements).toContain('start transaction read only');
    expect(statements).toContain('rollback');
    expect(statements[0]).toContain("table_schema = 'sales' and table_name in ('orders', 'gone')");
    expect(sent('POST')[0]?.headers).toMatchObject({
      'x-trino-user': 'tester',
      'x-trino-catalog': 'hive',
      'x-trino-schema': 'Sales',
      'x-trino-transaction-id': 'NONE',
      'x-trino-time-zone': 'UTC',
      'x-trino-session': 'query_max_run_time=10s',
    });
  });

  it('reads values of every type, pages of them', async () => {
    const columns = [
      ['big', 'bigint'],
      ['price', 'decimal'],
      ['ratio', 'double'],
      ['open', 'boolean'],
      ['at', 'timestamp'],
      ['nothing', 'varchar'],
    ].map(([name, rawType]) => ({ name, type: rawType, typeSignature: { rawType } }));
    const row = '9007199254740993,"1.10","NaN",true,"2026-01-01 10:00:00.000",null';
    const address = JSON.stringify({
      name: 'address',
      typeSignature: {
        rawType: 'row',
        arguments: [
          { value: { fieldName: { name: 'no' }, typeSignature: { rawType: 'bigint' } } },
          {
            value: {
              fieldName: { name: 'tags' },
              typeSignature: {
                rawType: 'array',
                arguments: [{ value: { rawType: 'varchar' } }],
              },
            },
          },
        ],
      },
    });
    const head = `"columns":[${columns.map((column) => JSON.stringify(column)).join(',')},${address}]`;
    platform.answer(({ method, path }) => {
      const next = `${platform.url}/v1/statement/executing/1/1`;
      if (method === 'POST') return { json: { id: 'q', nextUri: next.replace('/1/1', '/1/0') } };
      const more = path.endsWith('/0') ? `,"nextUri":"${next}"` : '';
      return {
        text: `{"id":"q",${head},"data":[[${row},[12345678901234567890,["say \\"1234567890123456789\\""]]]]${more}}`,
      };
    });
    const source = await openAt(server(), accessWith(credentials));
    const read = {
      big: 9_007_199_254_740_993n,
      price: '1.10',
      ratio: Number.NaN,
      open: true,
      at: '2026-01-01 10:00:00.000',
      nothing: null,
      address: { no: 12_345_678_901_234_567_890n, tags: ['say "1234567890123456789"'] },
    };
    expect(await source.query('select *')).toEqual([read, read]);
    expect(await source.queryRule('select 1', 1).catch(String)).toContain(
      'did not start a read-only transaction',
    );
  });

  it('says what it does not run, without secrets', async () => {
    const source = await openAt(server(), accessWith(credentials));
    const said = await rejectionOf(source.query('select broken'));
    expect(said).toBe(
      "Error: Trino: line 1:8: Column 'broken' cannot be resolved, *** (COLUMN_NOT_FOUND)",
    );
    const wrong = { ...credentials, DATACONTRACT_TRINO_PASSWORD: 'another' };
    const refused = await refusalOf(server(), wrong);
    expect(refused).toContain('Trino refused: localhost');
    expect(refused).not.toContain('another');
  });

  it('is asked to end what nobody waits for', async () => {
    platform.answer(({ method, path }) => {
      if (method === 'POST')
        return { json: { id: 'q', nextUri: `${platform.url}/v1/statement/executing/7/0` } };
      return method === 'GET' && path.endsWith('/0') ? 'silence' : { status: 204 };
    });
    const controller = new AbortController();
    const source = await openAt(server(), accessWith(credentials), controller.signal);
    const query = rejectionOf(source.query('select 1'));
    await until('it runs', () => sent('GET').length > 0);
    controller.abort(new Error('cancelled'));
    expect(await query).toBe('Error: cancelled');
    expect(sent('DELETE').map(({ path }) => path)).toEqual(['/v1/statement/executing/7/0']);
  });

  it('does not wait for a transaction longer than for a statement', async () => {
    let page = 0;
    platform.answer(() => {
      page += 1;
      return { json: { id: 'q', nextUri: `${platform.url}/v1/statement/queued/7/${page}` } };
    });
    const access = accessWith(credentials, { statementTimeoutMs: 2_000 });
    const source = await openAt(server(), access);
    expect(await rejectionOf(source.queryRule('select 1', 1))).toBe(
      'TimeoutError: Trino did not complete a statement within 2 s',
    );
  });

  it('cannot send a login elsewhere', async () => {
    platform.answer(() => ({
      json: { id: 'q', nextUri: 'http://127.0.0.1:1/v1/statement/executing/1/0' },
    }));
    const source = await openAt(server(), accessWith(credentials));
    expect(await rejectionOf(source.query('select 1'))).toContain('which is not contacted');
    const access = accessWith(credentials, { allowedHosts: ['other'] });
    const refused = await rejectionOf((await openAt(server(), access)).query('select 1'));
    expect(refused).toContain('is not allowed; an operator can add it to ALLOWED_HOSTS');
    const plain = { ...server(), host: 'http://trino.example' };
    expect(await rejectionOf(openAt(plain, accessWith(credentials)))).toContain('needs https://');
    const oauth = { ...credentials, DATACONTRACT_TRINO_AUTHENTICATION: 'oauth2' };
    expect(await rejectionOf(openAt(server(), accessWith(oauth)))).toContain('basic or jwt');
  });

  it('takes a token, and is asked as Presto by that name', async () => {
    platform.answer(({ headers }) => {
      expect(headers['authorization']).toBe('Bearer ey.token.0123456789');
      expect(headers['x-presto-catalog']).toBe('hive');
      return { json: { id: 'q', columns: [{ name: 'a', type: 'integer' }], data: [[1]] } };
    });
    const access = accessWith({ DATACONTRACT_TRINO_JWT_TOKEN: 'ey.token.0123456789' });
    const source = await openAt({ ...server(), type: 'presto' }, access);
    expect(await source.query('select 1 as a')).toEqual([{ a: 1 }]);
  });
});
