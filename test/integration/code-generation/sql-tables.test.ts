import { isReserved } from '../../../domain/dialects/reserved-words.ts';
import { normaliseContract } from '../../../domain/standards/odcs/normalise.ts';
import { sqlDdl } from '../../../jobs/code-generation/generators/sql-ddl.ts';
import { sqlSelect } from '../../../jobs/code-generation/generators/sql-select.ts';
import { hasMariadb } from '../../support/mariadb.ts';
import { richContract } from '../../unit/code-generation/sql-rich-contract.ts';
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
  }, 60_000);
  afterAll(() => engine.stop());
  beforeEach(() => engine.clear());

  async function create(model: typeof richContract): Promise<void> {
    for (const sql of textsOf(sqlDdl, model, engine.dialect)) await engine.run(sql);
  }

  const refused = (sql: string) => expect(engine.run(sql)).rejects.toThrow();
  const q = (name: string) => (dialect === 'mysql' ? `\`${name}\`` : `"${name}"`);

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
    if (dialect !== 'mysql') await refused(order({ ...another, email: "'abc'" }));
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
  }, 120_000);
});
