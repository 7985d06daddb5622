import '../../unit/code-generation/fuzz-seed.ts';
import * as fc from 'fast-check';
import type { ContractModel } from '../../../domain/standards/odcs/contract-model.ts';
import { dbtModels } from '../../../jobs/code-generation/generators/dbt/models.ts';
import { sqlDdl } from '../../../jobs/code-generation/generators/sql/generator.ts';
import { quoteIdentifier } from '../../../domain/dialects/names/quote.ts';
import { compileProject } from '../../unit/code-generation/dbt/compile.ts';
import type { CompiledProject } from '../../unit/code-generation/dbt/compile.ts';
import { contractOf } from '../../unit/code-generation/contracts.ts';
import { hostileDocument } from '../../unit/code-generation/hostile/documents.ts';
import { hasSqlContracts, validContracts } from './sql-contracts.ts';
import { startDuckdb } from './sql-engines.ts';
import type { SqlEngine } from './sql-engines.ts';

const dialect = 'duckdb';
const options = { dialect, server: undefined, compat: undefined } as const;

let engine: SqlEngine;
beforeAll(async () => {
  engine = await startDuckdb();
});
afterAll(() => engine.stop());

/** The tables of a contract are where sources are read; models are beside them under a prefix. */
function compile(contract: ContractModel): {
  project: CompiledProject;
  places: Map<string, string>;
} {
  const files = dbtModels.generate(contract, options);
  const models = files.filter(({ filename }) => /^models\/\w+\.sql$/.test(filename));
  const places = new Map(
    models.map(({ filename }, index) => [
      filename.replace(/^models\/|\.sql$/g, ''),
      contract.tables[index]?.physicalName ?? '',
    ]),
  );
  const project = compileProject(files, {
    ref: (name) => `"built ${name}"`,
    source: (_, table) => quoteIdentifier(places.get(table)?.replaceAll('\0', '') || '_', dialect),
  });
  return { project, places };
}

type Failure = { name: string; error: string; sql: string };

/** Builds what dbt would build; statements that fail. */
async function run(contract: ContractModel): Promise<Failure[]> {
  const { project } = compile(contract);
  await engine.clear();
  const [ddl] = sqlDdl.generate(contract, options);
  await engine.run(ddl?.content ?? '');
  for (const table of contract.tables.filter(({ properties }) => properties.length === 0)) {
    await engine.run(`create table ${quoteIdentifier(table.physicalName, dialect)} (x integer)`);
  }
  const failures: Failure[] = [];
  const attempt = (name: string, statement: string, sql: string): Promise<unknown> =>
    engine
      .run(statement)
      .catch((error: unknown) => failures.push({ name, error: String(error), sql }));
  for (const { name, sql } of project.models) {
    const kind = name.startsWith('stg_') ? 'view' : 'table';
    await attempt(name, `create ${kind} "built ${name}" as ${sql}`, sql);
  }
  for (const { name, sql } of project.tests) await attempt(name, sql, sql);
  return failures;
}

describe('dbt projects on DuckDB', () => {
  it('build a table and find what breaks its contract', async () => {
    const contract = contractOf([
      {
        name: 'orders',
        quality: [{ metric: 'rowCount', mustBeGreaterThan: 5 }],
        properties: [
          { name: 'id', logicalType: 'integer', primaryKey: true, required: true },
          { name: 'state', logicalType: 'string', enum: [{ value: "it's" }, { value: '{{ x }}' }] },
          { name: 'total', logicalType: 'number', logicalTypeOptions: { minimum: 0 } },
          { name: 'code', logicalType: 'string', logicalTypeOptions: { pattern: '^[A-Z]+$' } },
          { name: 'customer', logicalType: 'integer', relationships: [{ to: 'customers.id' }] },
        ],
      },
      { name: 'customers', properties: [{ name: 'id', logicalType: 'integer', primaryKey: true }] },
    ]);
    const { project } = compile(contract);
    const find = async (rows: string): Promise<string[]> => {
      await engine.clear();
      await engine.run(
        'create table customers (id bigint); insert into customers values (7);' +
          'create table orders (id bigint, state varchar, total double, code varchar, customer bigint);' +
          `insert into orders values ${rows}`,
      );
      for (const { name, sql } of project.models) {
        await engine.run(`create table "built ${name}" as ${sql}`);
      }
      const names = project.tests.map(async ({ name, relation, sql }) => {
        const failing = await engine.run(sql);
        return failing.length > 0 && relation !== 'orders' ? [name] : [];
      });
      return [...new Set((await Promise.all(names)).flat())].sort();
    };
    const fine = `(1, 'it''s', 1, 'A', 7), (2, '{{ x }}', 1, 'B', 7), (3, null, 1, 'C', null)`;
    expect(await find(fine)).toEqual([
      'tests/models/orders_rowcount.sql',
      'tests/sources/source_orders_rowcount.sql',
    ]);
    const rows = `${fine}, (4, 'it''s', 1, 'D', 7), (5, 'it''s', 1, 'E', 7), (6, 'it''s', 1, 'F', 7)`;
    expect(await find(rows)).toEqual([]);
    expect(await find(`${rows}, (6, 'other', -1, 'f', 8)`)).toEqual([
      'accepted_values',
      'contract_rule',
      'relationships',
      'unique',
    ]);
    expect(await find(`${rows}, (null, null, null, null, null)`)).toEqual(['not_null']);
  });

  it('run whatever the names and texts of a contract are', async () => {
    await fc.assert(
      fc.asyncProperty(hostileDocument, async (contract) => {
        await engine.clear();
        await engine.run('create table canary (x integer)');
        const { project } = compile(contract);
        const files = [...project.models, ...project.tests].map(({ sql }) => `(${quoted(sql)})`);
        if (files.length === 0) return;
        // Every file is one statement, however it ends.
        const statements = await engine.run(
          `select sql, json_serialize_sql(sql) as tree from (values ${files.join(', ')}) t (sql)`,
        );
        expect(statements).toHaveLength(files.length);
        const isRead = ({ tree }: Record<string, unknown>) =>
          String(tree).includes('"error":false');
        expect(statements.filter((statement) => !isRead(statement))).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });
});

const quoted = (sql: string): string => `'${sql.replaceAll("'", "''")}'`;

/** Queries of contracts that name what the contract does not have, or speak another dialect. */
const ownMistakes =
  /not found in FROM clause|does not exist|syntax error|Extension Autoloading|must appear in the GROUP BY/;

(hasSqlContracts ? describe : describe.skip)('dbt projects of public contracts', () => {
  it('run on DuckDB, but for queries that people wrote for something else', async () => {
    const contracts = validContracts();
    const failing: string[] = [];
    const queries: string[] = [];
    for (const { name, contract } of contracts) {
      for (const { name: part, error, sql } of await run(contract)) {
        const isQuery = part.startsWith('tests/') && /\(\n/.test(sql) && ownMistakes.test(error);
        (isQuery ? queries : failing).push(`${name}: ${part}: ${error.slice(0, 200)}`);
      }
    }
    console.log(
      `dbt: ${contracts.length} projects built and tested; ${queries.length} queries of contracts do not run\n${queries.join('\n')}`,
    );
    expect(contracts.length).toBeGreaterThan(400);
    expect(failing).toEqual([]);
    expect(queries.length).toBeLessThan(60);
  });
});
