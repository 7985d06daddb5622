import '../fuzz-seed.ts';
import * as fc from 'fast-check';
import path from 'node:path';
import { dialectOf } from '../../../../domain/dialects/dialect.ts';
import type { ContractModel } from '../../../../domain/standards/odcs/contract-model.ts';
import type { GeneratedFile } from '../../../../jobs/code-generation/generator.ts';
import { sqlalchemy } from '../../../../jobs/code-generation/generators/sqlalchemy/generator.ts';
import { expectGolden } from '../../../support/golden.ts';
import { contractOf, describeWithShared, knownContracts, withWarnings } from '../contracts.ts';
import { hostileContracts } from '../hostile/servers.ts';
import { anyPython, describeWith, pythonWithSqlalchemy, runPython } from './python.ts';
import type { PythonJob } from './python.ts';

function fileOf(contract: ContractModel, compat?: 'v1', type = 'postgres'): GeneratedFile {
  const [server] = contract.servers;
  const dialect = dialectOf(server?.type ?? type);
  const [file] = withWarnings(sqlalchemy.generate(contract, { dialect, server, compat }));
  if (file === undefined) throw new Error('no file');
  return file;
}

const shop = contractOf([
  {
    name: 'orders',
    description: 'Orders of the shop',
    tags: ['sales'],
    properties: [
      { name: 'id', logicalType: 'integer', primaryKey: true, primaryKeyPosition: 2 },
      {
        name: 'tenant',
        logicalType: 'string',
        primaryKey: true,
        primaryKeyPosition: 1,
        physicalType: 'varchar(8)',
      },
      { name: 'order', logicalType: 'string', unique: true, description: 'Say "no": 100%' },
      { name: 'metadata', logicalType: 'object', classification: 'internal' },
      { name: 'state', logicalType: 'string', enum: [{ value: 'new' }, { value: "o'ld" }] },
      {
        name: 'price',
        logicalType: 'number',
        physicalType: 'decimal(6,2)',
        required: true,
        logicalTypeOptions: { minimum: 0 },
      },
      { name: 'customer', logicalType: 'string', relationships: [{ to: 'customers.id' }] },
      { name: 'names', logicalType: 'array', items: { logicalType: 'string' } },
    ],
  },
  {
    name: 'customers',
    properties: [
      { name: 'id', logicalType: 'string', primaryKey: true },
      { name: 'best', logicalType: 'string', relationships: [{ to: 'orders.order' }] },
    ],
  },
  { name: 'events', properties: [{ name: 'at', logicalType: 'timestamp', required: true }] },
]);

describe('SQLAlchemy', () => {
  it('has one module with a class for each table', () => {
    const { filename, content } = fileOf(shop);
    expect(filename).toBe('orders_of_the_shop_tables.py');
    expectGolden(path.join(__dirname, 'golden/sqlalchemy-v2.py'), content);
    expectGolden(path.join(__dirname, 'golden/sqlalchemy-v1.py'), fileOf(shop, 'v1').content);
  });

  it.each([
    ['mysql', { logicalType: 'string', primaryKey: true }, 'String(255), primary_key=True'],
    ['mysql', { logicalType: 'string' }, 'Text, nullable=True'],
    ['postgres', { logicalType: 'string' }, 'String, nullable=True'],
    [
      'postgres',
      { logicalType: 'array', items: { logicalType: 'integer' } },
      'ARRAY(BigInteger), nullable=True',
    ],
    ['mysql', { logicalType: 'array', items: { logicalType: 'integer' } }, 'JSON, nullable=True'],
    ['postgres', { physicalType: 'timestamptz' }, 'DateTime(timezone=True), nullable=True'],
    ['postgres', { physicalType: 'uuid' }, 'Uuid, nullable=True'],
    ['postgres', { physicalType: 'bigserial', primaryKey: true }, 'BigInteger, primary_key=True)'],
  ])('writes for %s %j', (type, property, expected) => {
    const contract = contractOf([{ name: 'orders', properties: [{ name: 'field', ...property }] }]);
    expect(fileOf(contract, undefined, type).content).toContain(expected);
  });

  it('tells what is left out', () => {
    const contract = contractOf([
      {
        name: 'orders',
        properties: [
          { name: 'a', logicalType: 'string', relationships: [{ to: 'nowhere.id' }] },
          { name: 'b', logicalType: 'string', relationships: [{ to: 'orders.a' }] },
          { name: 'c', logicalType: 'object', properties: [{ name: 'x', logicalType: 'string' }] },
          {
            name: 'd',
            logicalType: 'string',
            partitioned: true,
            logicalTypeOptions: { pattern: 'x', minLength: 2 },
          },
        ],
      },
    ]);
    expect(fileOf(contract).content).toContain('func.char_length(column("d")) >= 2');
    expect([...fileOf(contract).metadata.notes].sort()).toEqual([
      expect.stringMatching(/^orders\.a: the relationship to nowhere\.id is left out: /),
      'orders.b: the relationship to orders is left out: its target is no key and not unique.',
      'orders.c: what is inside of it is not described, it is a JSON column.',
      'orders.d: SQLAlchemy has no place for partition key.',
      'orders.d: what is not checked: pattern x.',
      'orders: it has no primary key, so it is a Table and no class.',
    ]);
  });
});

const jobsOf = (contracts: readonly ContractModel[], compat?: 'v1'): PythonJob[] =>
  contracts.map((contract) => ({
    source: fileOf(contract, compat).content,
    task: 'sqlalchemy_task',
    dialect: dialectOf(contract.servers[0]?.type ?? 'postgres') ?? 'sqlite',
  }));

describeWith(anyPython, 'no python3 here', {
  title: 'SQLAlchemy modules in Python',
  body: (python) => {
    describeWithShared('of public contracts', () => {
      it('compile in both forms', () => {
        const contracts = knownContracts().map(({ contract }) => contract);
        const jobs = [...jobsOf(contracts), ...jobsOf(contracts, 'v1')].map(({ source }) => ({
          source,
        }));
        expect(runPython(python, jobs).filter(({ error }) => error !== undefined)).toEqual([]);
      });
    });

    it('hold descriptions as they were given, whatever they are', () => {
      const contracts = fc.sample(hostileContracts, { numRuns: 100, seed: 5 });
      const jobs = contracts.map((contract) => ({ source: fileOf(contract).content, facts: true }));
      const kinds = ['AnnAssign', 'Assign', 'ClassDef', 'Expr', 'Import', 'ImportFrom', 'Pass'];
      for (const [position, answer] of runPython(python, jobs).entries()) {
        expect({ error: answer.error, source: answer.error && jobs[position]?.source }).toEqual({});
        expect(kinds).toEqual(expect.arrayContaining(answer.statements ?? []));
      }
    });
  },
});

for (const [version, compat] of [
  [2, undefined],
  [2, 'v1'],
  [1, 'v1'],
] as const) {
  describeWith(pythonWithSqlalchemy(version), `no SQLAlchemy ${version} here`, {
    title: `SQLAlchemy ${version} with generated modules (${compat ?? 'v2'})`,
    body: (python) => {
      it('has tables, keys and comments as the contract says', () => {
        const sqlite = { ...shop, servers: [{ server: 'it', type: 'duckdb' }] };
        const [answer, executed] = runPython(python, [
          ...jobsOf([shop], compat),
          ...jobsOf([sqlite], compat).map((job) => ({ ...job, execute: true })),
        ]);
        expect(answer?.error).toBeUndefined();
        expect(executed?.['executed']).toEqual(['customers', 'events', 'orders']);
        const tables = answer?.['tables'] as any;
        expect(tables.orders.key).toEqual(['tenant', 'id']);
        expect(tables.orders.comment).toBe('Orders of the shop');
        expect(tables.orders.references).toEqual([['customer', 'customers.id']]);
        expect(tables.customers.references).toEqual([['best', 'orders.order']]);
        expect(tables.orders.columns).toContainEqual(['order', true, false, 'Say "no": 100%']);
        expect(tables.events.columns).toEqual([['at', false, false, null]]);
      });

      describeWithShared('of public contracts', () => {
        it('imports them and writes their tables', () => {
          const known = knownContracts();
          const contracts = known.map(({ contract }) => contract);
          const wrong = runPython(python, jobsOf(contracts, compat)).flatMap((answer, position) => {
            const withColumns = contracts[position]?.tables.filter(
              ({ properties }) => properties.length > 0,
            );
            const tables = new Set(withColumns?.map(({ physicalName }) => physicalName));
            const isRight =
              answer.error === undefined &&
              Object.keys(answer['tables'] as object).length === tables.size;
            return isRight
              ? []
              : [{ name: known[position]?.name, error: answer.error, trace: answer.trace }];
          });
          expect(wrong.slice(0, 3)).toEqual([]);
        });
      });

      it('imports those with hostile names and texts', () => {
        const jobs = jobsOf(fc.sample(hostileContracts, { numRuns: 60, seed: 3 }), compat);
        const failed = runPython(python, jobs)
          .map(({ error, trace }, at) => ({ error, trace, source: jobs[at]?.source }))
          .filter(({ error }) => error !== undefined);
        expect(failed.slice(0, 2)).toEqual([]);
      });
    },
  });
}
