import { failingRowsSql } from '../../../domain/contract-view/failing-rows-sql.ts';
import type { CheckedField } from '../../../domain/contract-view/failing-rows-sql.ts';

const server = {
  server: 's',
  project: 'p',
  catalog: 'c',
  database: 'd',
  schema: 'sales',
  dataset: 'set',
};

/** Rows of `orders.e-mail` that break a check, on a platform. */
function ask(type: string, check: string, promises: object[] = [], depth = 0) {
  const table = { physicalName: 'orders', primaryKey: [] };
  const field = { physicalPath: 'e-mail', depth, promises };
  const checked = { server: { ...server, type }, table, field, check: { type: check } };
  return failingRowsSql(checked as unknown as CheckedField);
}

const pattern = [{ type: 'pattern', value: String.raw`^it's\d$` }];

it.each([
  ['postgres', String.raw`"sales"."orders" where "e-mail" !~ '^it''s\d$'`],
  ['redshift', String.raw`"sales"."orders" where "e-mail" !~ '^it''s\d$'`],
  ['trino', String.raw`"c"."sales"."orders" where not regexp_like("e-mail", '^it''s\d$')`],
  ['oracle', String.raw`"sales"."orders" where not regexp_like("e-mail", '^it''s\d$')`],
  ['duckdb', String.raw`"sales"."orders" where not regexp_matches("e-mail", '^it''s\d$')`],
  ['mysql', '`d`.`orders` where not regexp_like(`e-mail`, ' + String.raw`'^it\'s\\d$')`],
  [
    'bigquery',
    '`p`.`set`.`orders` where not regexp_contains(`e-mail`, ' + String.raw`'^it\'s\\d$')`,
  ],
  [
    'databricks',
    '`c`.`sales`.`orders` where not regexp_like(`e-mail`, ' + String.raw`'^it\'s\\d$')`,
  ],
  ['clickhouse', String.raw`"d"."orders" where not match("e-mail", '^it\'s\\d$')`],
  ['snowflake', String.raw`"d"."sales"."orders" where regexp_instr("e-mail", '^it\'s\\d$') = 0`],
])('asks %s for values that do not match a pattern', (type, expected) => {
  const found = ask(type, 'field_regex', pattern);
  expect(found).toEqual({ sql: `select * from ${expected.replace(' where', '\nwhere')};` });
});

it('says why SQL Server has no query for a pattern, and asks it for everything else', () => {
  expect(ask('sqlserver', 'field_regex', pattern)).toEqual({
    reason: expect.stringContaining('SQL Server has regular expressions only since version 2025'),
  });
  expect(ask('sqlserver', 'field_min_length', [{ type: 'minLength', value: 3 }])).toEqual({
    sql: 'select * from [sales].[orders]\nwhere len([e-mail]) < 3;',
  });
  expect(ask('sqlserver', 'field_required')).toEqual({
    sql: 'select * from [sales].[orders]\nwhere [e-mail] is null;',
  });
});

it('has no query where it does not know how to ask', () => {
  expect(ask('kafka', 'field_required')).toBeUndefined();
  expect(ask('postgres', 'field_required', [], 1)).toBeUndefined();
  expect(ask('postgres', 'field_regex')).toBeUndefined();
  expect(ask('postgres', 'freshness')).toBeUndefined();
});

it('finds values that occur more than once, and quotes lists', () => {
  expect(ask('postgres', 'field_unique')).toEqual({
    sql: 'select "e-mail", count(*) from "sales"."orders"\nwhere "e-mail" is not null\ngroup by "e-mail"\nhaving count(*) > 1;',
  });
  expect(ask('mysql', 'field_enum', [{ type: 'enum', value: ["a'b", 2] }])).toEqual({
    sql:
      String.raw`select * from ~d~.~orders~`.replaceAll('~', '`') +
      "\nwhere `e-mail` not in ('a\\'b', 2);",
  });
});
