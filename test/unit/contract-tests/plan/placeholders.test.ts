import type { Dialect } from '../../../../domain/dialects/dialect.ts';
import type { ContractServer } from '../../../../domain/standards/odcs/contract-model.ts';
import { fillPlaceholders } from '../../../../jobs/contract-tests/plan/query/placeholders.ts';
import { checkRuleQuery } from '../../../../jobs/contract-tests/plan/query/query-guard.ts';
import { describeWith, readRecording } from './recordings.ts';

type Names = { model?: string; field?: string; server?: Record<string, unknown> };

function fill(query: string, dialect: Dialect = 'postgres', names: Names = {}): unknown {
  const server: ContractServer = { server: 's', type: dialect, ...names.server };
  const subject = { model: names.model ?? 'orders', field: names.field, server, dialect };
  const filled = fillPlaceholders(query, subject);
  return 'query' in filled ? filled.query : filled;
}

describe('the placeholders of quality.sql', () => {
  it('have many names for the table and the column, with and without a dollar', () => {
    const tables = '{object} ${object} {table} ${table} {model} ${model}';
    expect(fill(tables)).toBe('orders orders orders orders orders orders');
    const columns = '{property} ${property} {column} ${column} {field} ${field}';
    expect(fill(columns, 'postgres', { field: 'a' })).toBe('a a a a a a');
  });

  it('take parts of the server, and the table where the server has no such part', () => {
    const server = {
      schema: 'sales',
      project: 'acme-prod',
      dataset: 'd',
      catalog: 'c',
      database: 'b',
    };
    const query = '{schema} ${project} ${dataset} {catalog} {database}';
    expect(fill(query, 'bigquery', { server })).toBe('sales `acme-prod` d c b');
    expect(fill(query, 'bigquery')).toBe('orders orders orders orders orders');
  });

  it('take the part of the server that another platform calls so', () => {
    const mysql = { database: 'shop' };
    expect(fill('{schema}.{model} ${dataset} {database}', 'mysql', { server: mysql })).toBe(
      'shop.orders shop shop',
    );
    const bigquery = { dataset: 'd', project: 'p' };
    expect(fill('{catalog}.{schema}', 'bigquery', { server: bigquery })).toBe('p.d');
    expect(fill('{schema}', 'databricks', { server: { database: 'b' } })).toBe('b');
    expect(fill('{schema}', 'postgres', { server: { database: 'b' } })).toBe('orders');
  });

  it('quote names that are not plain as the dialect does', () => {
    const model = 'My Orders';
    expect(fill('{model}', 'postgres', { model })).toBe('"My Orders"');
    expect(fill('{model}', 'mysql', { model })).toBe('`My Orders`');
    expect(fill('{model}', 'sqlserver', { model: 'a]b' })).toBe('[a]]b]');
    expect(fill('{model}', 'postgres', { model: 'a"b' })).toBe('"a""b"');
    expect(fill('{model}', 'bigquery', { model: 'a`\\b' })).toBe('`a\\`\\\\b`');
    expect(fill('{model}', 'trino', { model: 'order' })).toBe('"order"');
    expect(fill('{model}', 'trino', { model: 'ORDERS' })).toBe('ORDERS');
    expect(fill('{model}', 'trino', { model: 'sales.orders' })).toBe('sales.orders');
  });

  it('get no second quotes where the query has them', () => {
    const model = 'My Orders';
    expect(fill('select 1 from "{model}"', 'postgres', { model })).toBe(
      'select 1 from "My Orders"',
    );
    expect(fill('from "x.${model}"', 'postgres', { model: 'a"b' })).toBe('from "x.a""b"');
    expect(fill('from `{model}`', 'mysql', { model })).toBe('from `My Orders`');
    expect(fill('from [{model}]', 'sqlserver', { model: 'a]b' })).toBe('from [a]]b]');
    expect(fill("where t = '{model}'", 'postgres', { model: "it's" })).toBe("where t = 'it''s'");
    expect(fill("t = '{model}'", 'databricks', { model: "it's" })).toBe(String.raw`t = 'it\'s'`);
    expect(fill('t = "{model}"', 'bigquery', { model: 'a"\\b' })).toBe(String.raw`t = "a\"\\b"`);
    expect(fill("t = '{model}'", 'mysql', { model: "a'\\b" })).toBe(String.raw`t = 'a''\\b'`);
    expect(fill('from "{model}"', 'sqlserver', { model: 'a"b]' })).toBe('from "a""b]"');
    expect(fill('from "{model}"', 'snowflake', { model: 'a\\b' })).toBe('from "a\\b"');
    expect(fill('t = $$ {model}$$', 'postgres', { model: 'a$b' })).toBe('t = $$ a$b$$');
    expect(fill("'x' || {model} || 'y'", 'postgres', { model: 'a b' })).toBe(`'x' || "a b" || 'y'`);
  });

  it('do not let a name break out of its quotes', () => {
    const evil = [
      `a" ; DELETE FROM t; --`,
      `a' ; DELETE FROM t; --`,
      'a` ; DELETE FROM t; --',
      `\\' OR 1`,
    ];
    for (const model of evil) {
      for (const query of ['SELECT 1 FROM {model}', `SELECT '{model}' FROM t`]) {
        const filled = fill(query, 'postgres', { model });
        expect(checkRuleQuery(String(filled), 'postgres')).toBeUndefined();
      }
    }
  });

  it('are read once: what is filled in is no placeholder', () => {
    expect(fill('"{model}"', 'postgres', { model: '{field}', field: 'x' })).toBe('"{field}"');
  });

  it('of a column are missing in the rule of a table', () => {
    expect(fill('SELECT ${column} FROM {model}')).toEqual({ missing: '${column}' });
  });

  it('leave other braces alone', () => {
    expect(fill("SELECT {'a': 1}, ${other}, {} FROM {model}", 'duckdb')).toBe(
      "SELECT {'a': 1}, ${other}, {} FROM orders",
    );
  });
});

type Recorded = {
  args: [{ query: string }, string, string | null, (ContractServer & { type: string }) | null];
  output: string;
};

describeWith(
  'oracles/types/prepare_query.recorded.json',
  'recorded queries of datacontract-cli',
  (place) => {
    it.each(readRecording(place) as Recorded[])('are ours: $output', ({ args, output }) => {
      const [{ query }, model, field, server] = args;
      const filled = fillPlaceholders(query, {
        model,
        field: field ?? undefined,
        server: server ?? { server: 's', type: 'postgres' },
        dialect: 'postgres',
      });
      expect(filled).toEqual({ query: output });
    });
  },
);
