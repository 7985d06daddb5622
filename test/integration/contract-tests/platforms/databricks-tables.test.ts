import { platformOfEachTest } from '../../../support/fakes/platform.ts';
import type { PlatformAnswer, PlatformRequest } from '../../../support/fakes/platform.ts';
import {
  accessWith,
  answerScan,
  itEndsStatements,
  openAt,
  ordersResults,
  refusalOf,
  rejectionOf,
  resultsOf,
  runOrders,
} from './platform-source.ts';
import type { Answered } from './platform-source.ts';

const token = 'dapi0123456789abcdef';
const credentials = {
  DATACONTRACT_DATABRICKS_TOKEN: token,
  DATACONTRACT_DATABRICKS_HTTP_PATH: '/sql/1.0/warehouses/abc123',
};

const catalogue: Answered = {
  columns: ['table_schema', 'table_name', 'column_name', 'type', 'not_null'],
  rows: [
    ['sales', 'orders', 'id', 'bigint', 'YES'],
    ['sales', 'orders', 'status', 'string', 'NO'],
  ],
};

const running = (id: string): PlatformAnswer => ({
  json: { statement_id: id, status: { state: 'RUNNING' } },
});

/** The first row is in the answer itself, each further one in a chunk of its own. */
function chunk({ rows }: Answered, index: number): object {
  const next = index + 1 < rows.length ? { next_chunk_index: index + 1 } : {};
  return { chunk_index: index, data_array: rows.slice(index, index + 1), ...next };
}

function succeeded(id: string, table: Answered, types: readonly string[] = []): PlatformAnswer {
  const columns = table.columns.map((name, position) => ({
    name,
    position,
    type_name: types[position] ?? 'STRING',
  }));
  return {
    json: {
      statement_id: id,
      status: { state: 'SUCCEEDED' },
      manifest: { format: 'JSON_ARRAY', schema: { columns } },
      result: chunk(table, 0),
    },
  };
}

const failed = (id: string, message: string): PlatformAnswer => ({
  json: {
    statement_id: id,
    status: { state: 'FAILED', error: { error_code: 'BAD_REQUEST', message } },
  },
});

/** Every statement is seen running once. */
function warehouse(): (request: PlatformRequest) => PlatformAnswer {
  const seen = new Map<string, { sql: string; looks: number }>();
  return ({ method, path, headers, json }) => {
    if (headers['authorization'] !== `Bearer ${token}`)
      return { status: 403, json: { message: `Invalid access token ${headers['authorization']}` } };
    if (method === 'POST' && path === '/api/2.0/sql/statements') {
      const id = `st-${seen.size}`;
      seen.set(id, { sql: json.statement, looks: 0 });
      return running(id);
    }
    const [, id = '', index] = /statements\/([\w-]+)(?:\/result\/chunks\/(\d+))?$/.exec(path) ?? [];
    const found = seen.get(id);
    if (found === undefined) return { status: 404, json: { message: 'not found' } };
    const table = found.sql.includes('information_schema') ? catalogue : answerScan(found.sql);
    if (index !== undefined) return { json: chunk(table, Number(index)) };
    if ((found.looks += 1) < 2) return running(id);
    return /broken/.test(found.sql)
      ? failed(id, `[UNRESOLVED_COLUMN] broken\nfor ${token}`)
      : succeeded(id, table);
  };
}

describe('Databricks as a server of contracts', () => {
  const platform = platformOfEachTest(warehouse);

  const server = (): { type: string } & Record<string, unknown> => ({
    type: 'databricks',
    host: platform.url,
    catalog: 'main',
    schema: 'Sales',
  });
  const submitted = (): any[] =>
    platform.requests
      .filter(({ method, path }) => method === 'POST' && path.endsWith('/statements'))
      .map(({ json }) => json);

  it('is tested with one scan; the catalogue is read once', async () => {
    const outcome = await runOrders(server(), accessWith(credentials), {
      id: 'bigint',
      status: 'string',
    });
    expect(resultsOf(outcome)).toMatchObject(ordersResults);
    const [first, ...others] = submitted();
    expect(first).toMatchObject({
      warehouse_id: 'abc123',
      catalog: 'main',
      schema: 'Sales',
      wait_timeout: '0s',
      disposition: 'INLINE',
      format: 'JSON_ARRAY',
      parameters: [
        { name: 'schema', value: 'sales', type: 'STRING' },
        { name: 't0', value: 'orders', type: 'STRING' },
        { name: 't1', value: 'gone', type: 'STRING' },
      ],
    });
    expect(first.statement).toContain('from `main`.information_schema.columns c');
    expect(
      others.filter(({ statement }) => statement.includes('`main`.`sales`.`orders`')),
    ).toHaveLength(3);
    const rule = others.find(({ statement }) => statement.includes('rows_of_rule'));
    expect(rule.statement).toMatch(/^select \* from \(\n.*\n\) as rule_rows limit \d+$/);
    // The column is NOT NULL in a table of Delta, so nothing counts its nulls.
    expect(others.some(({ statement }) => statement.includes('`id` is null'))).toBe(false);
  });

  it('reads values of every type, chunks of them', async () => {
    const table: Answered = {
      columns: ['big', 'price', 'ratio', 'open', 'big'],
      rows: [
        ['9007199254740993', '1.10', 'NaN', 'true', 'x'],
        ['-1', '2.00', '1.5', 'false', 'y'],
      ],
    };
    const types = ['LONG', 'DECIMAL', 'DOUBLE', 'BOOLEAN', 'STRING'];
    platform.answer(({ path }) =>
      path.includes('/chunks/') ? { json: chunk(table, 1) } : succeeded('s', table, types),
    );
    const source = await openAt(server(), accessWith(credentials));
    expect(await source.query('select *')).toEqual([
      { big: 9_007_199_254_740_993n, price: '1.10', ratio: Number.NaN, open: true, 'big (5)': 'x' },
      { big: -1, price: '2.00', ratio: 1.5, open: false, 'big (5)': 'y' },
    ]);
  });

  it('describes tables of the old metastore one by one', async () => {
    const described: Answered = {
      columns: ['col_name', 'data_type', 'comment'],
      rows: [
        ['id', 'bigint', ''],
        ['# Partition Information', '', ''],
        ['day', 'date', ''],
      ],
    };
    let sql = '';
    platform.answer(({ method, path, json }) => {
      if (method === 'POST') sql = json.statement;
      if (path.includes('/chunks/')) return { json: chunk(described, Number(path.at(-1))) };
      return sql.includes('gone')
        ? failed('s', '[TABLE_OR_VIEW_NOT_FOUND] The table cannot be found')
        : succeeded('s', described);
    });
    // What is wrong at once comes in the first answer.
    const source = await openAt(
      { ...server(), catalog: 'hive_metastore' },
      accessWith(credentials),
    );
    expect(Object.fromEntries(await source.describe(['orders', 'gone']))).toEqual({
      orders: {
        relation: '`hive_metastore`.`Sales`.`orders`',
        columns: [{ name: 'id', type: 'bigint' }],
        cells: 'typed',
      },
    });
  });

  it('says what it does not run, without secrets', async () => {
    const source = await openAt(server(), accessWith(credentials));
    expect(await rejectionOf(source.query('select broken'))).toBe(
      'Error: Databricks: [UNRESOLVED_COLUMN] broken for ***',
    );
    const wrong = { ...credentials, DATACONTRACT_DATABRICKS_TOKEN: 'dapi-wrong-0123' };
    const refused = await refusalOf(server(), wrong);
    expect(refused).toContain('Databricks refused: localhost');
    expect(refused).not.toContain('dapi-wrong');
  });

  itEndsStatements({ name: 'Databricks', platform, server, credentials, running });

  it('needs a warehouse, a login and an address that is encrypted', async () => {
    const at = (more: object, host?: string): Promise<string> => {
      const merged = { ...credentials, ...more };
      const place = host === undefined ? server() : { ...server(), host };
      return rejectionOf(openAt(place, accessWith(merged)));
    };
    const path = { DATACONTRACT_DATABRICKS_HTTP_PATH: '/sql/protocolv1/o/1/0123-cluster' };
    expect(await at(path)).toContain('must be that of a SQL warehouse');
    expect(await at({ DATACONTRACT_DATABRICKS_TOKEN: '' })).toContain('No login for Databricks');
    expect(await at({}, 'http://dbc.example')).toContain('needs https://');
    expect(await at({}, 'https://user:secret@dbc.example/')).not.toContain('secret');
  });
});
