import { isReserved } from '../../../domain/dialects/names/reserved-words.ts';
import { normaliseContract } from '../../../domain/standards/normalise-contract.ts';
import { sqlDdl } from '../../../jobs/code-generation/generators/sql/generator.ts';
import { sqlSelect } from '../../../jobs/code-generation/generators/sql/select.ts';
import { hasMariadb } from '../../support/servers/mariadb.ts';
import { richContract } from '../../unit/code-generation/sql/rich-contract.ts';
import { scriptOf, sqlContract, tableOf } from '../../unit/code-generation/sql/contract.ts';
import { textsOf } from './sql-contracts.ts';
import { startDuckdb, startMysql, startPostgres } from './sql-engines.ts';
import type { SqlEngine } from './sql-engines.ts';

if (!hasMariadb()) console.warn('Skipped: there is no MariaDB on this machine');

const starts = {
  postgres: startPostgres,
  ...(hasMariadb() && { mysql: startMysql }),
  duckdb: startDuckdb,
};

const wordQueries: Record<string, string> = {
  postgres: 'select word from pg_get_keywords()',
  mysql: 'select WORD as word from information_schema.KEYWORDS',
  duckdb: 'select keyword_name as word from duckdb_keywords()',
};

describe.each(Object.entries(starts))('in %s', (dialect, start) => {
  let engine: SqlEngine;
  beforeAll(async () => {
    engine = await start();
  });
  afterAll(() => engine.stop());
  beforeEach(() => engine.clear());

  async function create(model: typeof richContract): Promise<void> {
    for (const sql of textsOf(sqlDdl, model, engine.dialect)) await engine.run(sql);
  }

  const refused = (sql: string) => expect(engine.run(sql)).rejects.toThrow();
  const q = (name: string) => (dialect === 'mysql' ? `\`${name}\`` : `"${name}"`);

  it('numbers of 32 bits have the bounds and values that the contract allows', async () => {
    const physicalType = dialect === 'mysql' ? 'float' : 'real';
    const number = { logicalType: 'number', physicalType };
    const fractions = { minimum: 0.1, maximum: 0.1 };
    await create(
      tableOf(
        { name: 'a', ...number, logicalTypeOptions: fractions },
        { name: 'b', ...number, enum: [1.1, 2] },
        { name: 'c', ...number, logicalTypeOptions: { minimum: 0.5 } },
      ),
    );
    await engine.run('insert into t (a, b, c) values (0.1, 1.1, 0.5)');
    await refused('insert into t (c) values (0.4)');
    if (dialect !== 'mysql') await refused('insert into t (a) values (0.2)');
  });

  it('foreign keys lead to tables of other schemas where they can', async () => {
    const id = { name: 'id', logicalType: 'integer', primaryKey: true };
    const to = (target: string) => ({
      name: 'parent',
      logicalType: 'integer',
      relationships: [{ to: `${target}.id` }],
    });
    await engine.run('drop schema if exists shop_sales');
    try {
      await create(
        sqlContract([
          { name: 'plain', properties: [id] },
          { name: 'placed', physicalName: 'shop_sales.placed', properties: [id] },
          { name: 'same', physicalName: 'shop_sales.same', properties: [id, to('placed')] },
          { name: 'outwards', physicalName: 'shop_sales.outwards', properties: [id, to('plain')] },
          { name: 'inwards', properties: [id, to('placed')] },
        ]),
      );
      await refused('insert into shop_sales.same (id, parent) values (1, 1)');
      if (dialect !== 'duckdb') await refused('insert into inwards (id, parent) values (1, 1)');
    } finally {
      await engine.clear();
      await engine.run(`drop schema if exists shop_sales${dialect === 'mysql' ? '' : ' cascade'}`);
    }
  });

  it('scripts create the schema of their server, and run once more without their tables', async () => {
    const server = { server: 's', type: dialect, schema: 'shop_new', database: 'shop_new' };
    const contract = tableOf({ name: 'a', logicalType: 'integer', description: 'A number' });
    const drop = `drop schema if exists shop_new${dialect === 'mysql' ? '' : ' cascade'}`;
    await engine.run(drop);
    try {
      await engine.run(scriptOf(contract, engine.dialect, server).text);
      await engine.run('insert into shop_new.t (a) values (1)');
      await engine.run('drop table shop_new.t');
      await engine.run(scriptOf(contract, engine.dialect, server).text);
    } finally {
      await engine.run(drop);
    }
  });

  it('tables keep what the contract says', async () => {
    await create(richContract);
    const order = (values: Record<string, string>) => {
      const all = {
        order_id: "'11111111-1111-1111-1111-111111111111'",
        customer_id: '1',
        customer_country: "'DE'",
        'Order Date': "'2024-01-01'",
        ...values,
      };
      return `insert into orders (${Object.keys(all).map(q).join(', ')}) values (${Object.values(all).join(', ')})`;
    };
    const customer = "insert into customers (id, country) values (1, 'DE')";
    if (dialect !== 'duckdb') {
      // DuckDB has no keys in circles.
      await refused(order({}));
    }
    await engine.run(customer);
    await refused(customer);
    await engine.run(order({ status: "'it''s'", email: "'a@b'", order: '1' }));
    const another = { order_id: "'22222222-2222-2222-2222-222222222222'" };
    await refused(order({}));
    await refused(order({ ...another, order: '1' }));
    await refused(order({ ...another, order: '0' }));
    await refused(order({ ...another, status: "'closed'" }));
    await refused(order({ ...another, total: '-1' }));
    await refused(order({ ...another, total: '100000' }));
    await refused(order({ ...another, email: "'a'" }));
    await refused(order({ ...another, email: `'@${'x'.repeat(100)}'` }));
    await refused(order({ ...another, 'Order Date': "'2019-12-31'" }));
    await refused(order({ ...another, customer_id: 'null' }));
    await refused(order({ ...another, email: "'abc'" }));
    await engine.run(order({ ...another, order: '2', total: '0' }));
    await engine.run(
      "insert into customers (id, country, favourite) values (2, 'DE', '11111111-1111-1111-1111-111111111111')",
    );
    await refused(
      "insert into customers (id, country, favourite) values (3, 'DE', '33333333-3333-3333-3333-333333333333')",
    );
    const selects = textsOf(sqlSelect, richContract, engine.dialect);
    expect((await engine.run(selects[0] ?? '')).length).toBe(2);
  });

  it('moments are compared in their zone, whatever that of the session is', async () => {
    if (dialect === 'mysql') return;
    const logicalTypeOptions = { timezone: true, minimum: '2020-01-01T00:00:00Z' };
    const properties = [{ name: 'at', logicalType: 'timestamp', logicalTypeOptions }];
    await engine.run("set timezone = 'America/New_York'");
    await create(normaliseContract({ id: 'moments', schema: [{ name: 't', properties }] }));
    await engine.run("insert into t values ('2020-01-01 00:00:00+00')");
    await refused("insert into t values ('2019-12-31 23:59:59+00')");
    await engine.run("set timezone = 'UTC'");
  });

  it('integers are as large as the contract wants them', async () => {
    const logicalTypeOptions = { minimum: 3_000_000_000, maximum: 6_000_000_000 };
    const large = { logicalType: 'integer', enum: [{ value: 1 }, { value: 5_000_000_000 }] };
    await create(
      tableOf(
        { name: 'a', logicalType: 'integer', logicalTypeOptions },
        { name: 'b', ...large },
        { name: 'c', logicalType: 'integer', logicalTypeOptions: { maximum: 1e19 } },
      ),
    );
    await engine.run('insert into t values (3000000001, 5000000000, 9999999999999999999)');
    await refused('insert into t values (1, 1, 1)');
  });

  it('checks keep out what the contract does not allow', async () => {
    const text = (name: string, more: object) => ({ name, logicalType: 'string', ...more });
    await create(
      tableOf(
        text('status', { enum: [{ value: 'open' }] }),
        text('code', { logicalTypeOptions: { pattern: '^[a-z]\\d$' } }),
        {
          name: 'amount',
          logicalType: 'number',
          physicalType: 'decimal(10,2)',
          logicalTypeOptions: { multipleOf: 0.5 },
        },
        text('kind', { physicalType: "enum('a','b')", logicalType: undefined }),
        text('japanese', {}),
        { name: 'hour', logicalType: 'time', logicalTypeOptions: { minimum: '09:30' } },
        { name: 'flag', logicalType: 'boolean', enum: [{ value: true }] },
        text('rule', { quality: [{ metric: 'invalidValues', arguments: { validValues: ['x'] } }] }),
        { name: 'byte', logicalType: 'integer', logicalTypeOptions: { format: 'u8' } },
      ),
    );
    const insert = (column: string, value: string) => `insert into t (${column}) values (${value})`;
    await engine.run(
      insert('status, code, amount, kind, japanese', "'open', 'a1', 1.5, 'a', '日本'"),
    );
    await refused(insert('status', "'OPEN'"));
    await refused(insert('code', "'a12'"));
    await refused(insert('code', "'A1'"));
    await refused(insert('amount', '1.25'));
    await refused(insert('kind', "'c'"));
    await engine.run(insert('hour, flag, rule, byte', "'10:00', true, 'x', 255"));
    await refused(insert('code', "'a٣'"));
    await refused(insert('hour', "'09:29'"));
    await refused(insert('flag', 'false'));
    await refused(insert('rule', "'y'"));
    await refused(insert('byte', '256'));
    await refused(insert('byte', '-1'));
    expect(await engine.run('select japanese from t where japanese is not null')).toEqual([
      { japanese: '日本' },
    ]);
  });

  const array = (values: string) => {
    if (dialect === 'mysql') return `'[${values}]'`;
    return dialect === 'postgres' ? `array[${values}]::integer[]` : `[${values}]::integer[]`;
  };

  it('vectors have as many numbers as they have dimensions', async () => {
    const logicalTypeOptions = { dimensions: 3, elementType: 'int32' };
    await create(tableOf({ name: 'a', logicalType: 'vector', logicalTypeOptions }));
    await engine.run(`insert into t values (${array('1, 2, 3')})`);
    await engine.run('insert into t values (null)');
    await refused(`insert into t values (${array('1, 2')})`);
  });

  it('numbers of vectors are no nulls', async () => {
    const logicalTypeOptions = { dimensions: 3, elementType: 'int32' };
    await create(
      tableOf(
        { name: 'a', logicalType: 'vector', logicalTypeOptions },
        { name: 'b', logicalType: 'vector' },
      ),
    );
    await engine.run(`insert into t values (${array('1, 2, 3')}, ${array('1')})`);
    await refused(`insert into t (a) values (${array('1, null, 3')})`);
    await refused(`insert into t (b) values (${array('null')})`);
  });

  it('vectors have more dimensions than the type of the platform takes', async () => {
    const vector = { name: 'a', logicalType: 'vector' };
    await create(tableOf({ ...vector, logicalTypeOptions: { dimensions: 100_001 } }));
    await refused(`insert into t values (${array('1, 2')})`);
    await engine.clear();
    await create(tableOf({ ...vector, logicalTypeOptions: { dimensions: 1e20 } }));
  });

  it('arrays in an array count as one item each, of whatever length they are', async () => {
    const items = { logicalType: 'array', items: { logicalType: 'integer' } };
    const logicalTypeOptions = { minItems: 2, maxItems: 3 };
    await create(tableOf({ name: 'a', logicalType: 'array', items, logicalTypeOptions }));
    const value = (json: string) => (dialect === 'duckdb' ? `${json}::integer[][]` : `'${json}'`);
    const insert = (json: string) => `insert into t values (${value(json)})`;
    for (const json of ['[[1,2],[3,4]]', '[[],[]]', '[[1],[2,3]]', '[[1],[2],[3]]'])
      await engine.run(insert(json));
    await engine.run('insert into t values (null)');
    for (const json of ['[]', '[[1,2]]', '[[1,2,3]]', '[[1],[2],[3],[4]]'])
      await refused(insert(json));
  });

  it('multiples may be negative', async () => {
    const multiples = (name: string, physicalType: string, multipleOf: number) => ({
      name,
      logicalType: 'number',
      physicalType,
      logicalTypeOptions: { multipleOf },
    });
    const [a, b] = [multiples('a', 'decimal(8,2)', 0.25), multiples('b', 'decimal(10,4)', 0.01)];
    await create(tableOf(a, b, multiples('c', 'decimal(8,2)', 2)));
    await engine.run('insert into t values (-0.25, -4.35, -4), (-4, 0, 0), (0.75, 1.13, 6)');
    await refused('insert into t (a) values (-0.3)');
    await refused('insert into t (b) values (-4.351)');
    await refused('insert into t (c) values (-3)');
  });

  it('columns have names that no table has already', async () => {
    const names = ['ctid', 'xmin', 'xmax', 'cmin', 'cmax', 'tableoid', 'oid', 'rowid'];
    const contract = tableOf(...names.map((name) => ({ name, logicalType: 'integer' })));
    await create(contract);
    for (const sql of textsOf(sqlSelect, contract, engine.dialect))
      expect(await engine.run(sql)).toEqual([]);
  });

  it('allowed values have no more blanks than they are written with', async () => {
    const state = { name: 'a', logicalType: 'string', enum: ['open', "it's"] };
    await create(tableOf(state));
    await engine.run("insert into t values ('open'), ('it''s'), (null)");
    await refused("insert into t values ('open ')");
    await refused("insert into t values (' ')");
  });

  it('lengths of physical types are kept', async () => {
    const text = { logicalType: 'string', physicalType: 'varchar(20)' };
    const logicalTypeOptions = { maxLength: 30 };
    await create(tableOf({ name: 'a', ...text }, { name: 'b', ...text, logicalTypeOptions }));
    await engine.run(`insert into t values ('${'x'.repeat(20)}', '${'x'.repeat(20)}')`);
    await refused(`insert into t (a) values ('${'x'.repeat(21)}')`);
    await refused(`insert into t (b) values ('${'x'.repeat(21)}')`);
  });

  it('numbers of items are checked', async () => {
    const logicalTypeOptions = { minItems: 1, maxItems: 2 };
    const items = { logicalType: 'integer' };
    await create(tableOf({ name: 'a', logicalType: 'array', items, logicalTypeOptions }));
    await engine.run(`insert into t values (${array('1')})`);
    await engine.run('insert into t values (null)');
    await refused(`insert into t values (${array('')})`);
    await refused(`insert into t values (${array('1, 2, 3')})`);
  });

  it('a type of arrays in an array keeps those of one length', async () => {
    if (dialect !== 'postgres') return;
    const items = { logicalType: 'array', items: { logicalType: 'integer' } };
    const array = { name: 'a', logicalType: 'array', physicalType: 'integer[][]', items };
    const contract = tableOf({ ...array, logicalTypeOptions: { minItems: 2, maxItems: 2 } });
    await create(contract);
    await engine.run("insert into t values ('{{1,2},{3,4}}'), ('{{1},{3}}'), (null)");
    for (const value of ['{}', '{{1,2}}', '{{1},{2},{3}}'])
      await refused(`insert into t values ('${value}')`);
    expect(scriptOf(contract, 'postgres').notes).toEqual([
      't.a: its arrays have to be of one length.',
    ]);
  });

  it('tables and queries are in the place that a server says', async () => {
    const server = { server: 's', type: dialect, schema: 'sales_place', database: 'sales_place' };
    const column = { name: 'Id', logicalType: 'integer', primaryKey: true, description: 'Key' };
    const contract = sqlContract([
      { name: 'orders', physicalName: 'ord_orders', description: 'Orders', properties: [column] },
      {
        name: 'lines',
        properties: [{ name: 'a', logicalType: 'integer', relationships: [{ to: 'orders.Id' }] }],
      },
    ]);
    await engine.run(
      dialect === 'mysql' ? 'create database sales_place' : 'create schema sales_place',
    );
    try {
      await engine.run(scriptOf(contract, engine.dialect, server).text);
      for (const { content } of sqlSelect.generate(contract, {
        dialect: engine.dialect,
        server,
        compat: undefined,
      })) {
        expect(await engine.run(content)).toEqual([]);
      }
    } finally {
      const kind = dialect === 'mysql' ? 'database sales_place' : 'schema sales_place cascade';
      await engine.run(`drop ${kind}`);
    }
  });

  it('its own words are quoted', async () => {
    const rows = await engine.run(wordQueries[dialect] ?? '');
    const words = rows
      .map(({ word }) => String(word).toLowerCase())
      .filter((word) => /^[a-z_0-9]+$/.test(word));
    expect(words.length).toBeGreaterThan(200);
    expect(words.filter((word) => isReserved(engine.dialect, word)).length).toBeGreaterThan(60);
    const properties = words.map((name) => ({
      name,
      logicalType: 'integer',
      logicalTypeOptions: { minimum: 0 },
    }));
    const chunks = Array.from({ length: Math.ceil(properties.length / 100) }, (_, index) => ({
      name: `t${index}`,
      properties: properties.slice(index * 100, index * 100 + 100),
    }));
    const tables = words.map((name) => ({
      name,
      properties: [{ name: 'a', logicalType: 'integer' }],
    }));
    await create(normaliseContract({ id: 'columns', schema: chunks }));
    await engine.clear();
    await create(normaliseContract({ id: 'tables', schema: tables }));
  });
});
