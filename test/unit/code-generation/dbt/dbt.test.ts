import '../fuzz-seed.ts';
import { spawnSync } from 'node:child_process';
import { Ajv } from 'ajv';
import * as fc from 'fast-check';
import { load } from 'js-yaml';
import { yamlText } from '../../../../jobs/code-generation/shapes/text/yaml-text.ts';
import type { GeneratedFile } from '../../../../jobs/code-generation/generator.ts';
import { dbtModels } from '../../../../jobs/code-generation/generators/dbt/models.ts';
import { dbtSources } from '../../../../jobs/code-generation/generators/dbt/sources.ts';
import { dbtStaging } from '../../../../jobs/code-generation/generators/dbt/staging.ts';
import type { ContractModel } from '../../../../domain/standards/odcs/contract-model.ts';
import { compileProject, isObject, renderProperties } from './compile.ts';
import type { Yaml } from './compile.ts';
import { contractOf, describeWithShared, generateFiles, publicContracts } from '../contracts.ts';
import { recordedContracts } from '../contracts.ts';
import { dbtSchema } from './schema.ts';
import { hostileDocument, hostileText } from '../hostile/documents.ts';

const isValid = new Ajv({ strict: false, allErrors: true }).compile(dbtSchema);

const names = {
  ref: (name: string) => `"${name}"`,
  source: (name: string, table: string) => `"${name}"."${table}"`,
};

const yamlOf = (files: readonly GeneratedFile[]): Yaml[] =>
  files.filter(({ language }) => language === 'yaml').map(({ content }) => load(content) as Yaml);

/** What references in YAML lead to, as templates. */
function targetsOf(value: unknown, into: string[]): string[] {
  if (Array.isArray(value)) for (const entry of value) targetsOf(entry, into);
  if (!isObject(value)) return into;
  if (typeof value['to'] === 'string') into.push(`{{ ${value['to']} }}`);
  for (const inner of Object.values(value)) targetsOf(inner, into);
  return into;
}

/** What dbt would refuse when it reads the project. */
function faultsOf(files: readonly GeneratedFile[]): string[] {
  const faults: string[] = [];
  const documents = yamlOf(files);
  for (const content of documents) {
    if (!isValid(content)) faults.push(JSON.stringify(isValid.errors?.slice(0, 3)));
  }
  const models = files
    .filter(({ filename }) => /^models\/.*\.sql$/.test(filename))
    .map(({ filename }) => filename.replace(/^.*\/|\.sql$/g, ''));
  const sources = documents.flatMap((content) =>
    ((content['sources'] ?? []) as Yaml[]).flatMap((source) =>
      (source['tables'] as Yaml[]).map(
        (table) => `${String(source['name'])}.${String(table['name'])}`,
      ),
    ),
  );
  const known = new Set([...models, ...sources]);
  const called = [
    ...files.filter(({ language }) => language === 'sql').map(({ content }) => content),
    ...documents.flatMap((content) => targetsOf(content, [])),
  ];
  for (const text of called) {
    for (const [, name] of text.matchAll(/\{\{ ref\('(\w+)'\) \}\}/g))
      if (!known.has(name ?? '')) faults.push(`no model ${name}`);
    for (const [, name, table] of text.matchAll(/\{\{ source\('([\w-]+)', '(\w+)'\) \}\}/g))
      if (!known.has(`${name}.${table}`)) faults.push(`no source ${name}.${table}`);
  }
  const filenames = files.map(({ filename }) => filename.toLowerCase());
  if (new Set(filenames).size !== filenames.length) faults.push('two files of one name');
  for (const name of filenames) if (!/^[\w./-]+$/.test(name)) faults.push(`unsafe name ${name}`);
  return faults;
}

/** A small contract with everything that dbt can say. */
const orders = contractOf(
  [
    {
      name: 'orders',
      physicalName: 'orders_v1',
      physicalType: 'table',
      description: 'All orders\nof the shop',
      tags: ['sales'],
      properties: [
        { name: 'id', logicalType: 'integer', primaryKey: true, required: true },
        {
          name: 'Customer Name',
          physicalName: 'customer',
          logicalType: 'integer',
          classification: 'internal',
          relationships: [{ to: 'customers.id' }],
        },
        { name: 'parent', logicalType: 'integer', relationships: [{ to: 'orders.id' }] },
        {
          name: 'changed',
          logicalType: 'timestamp',
          quality: [
            { metric: 'nullValues', mustBeLessThan: 5, unit: 'percent', severity: 'warning' },
          ],
        },
      ],
      quality: [
        { metric: 'duplicateValues', arguments: { properties: ['id', 'changed'] }, mustBe: 0 },
        {
          type: 'sql',
          name: 'Total',
          query: 'select sum(id) from {table};',
          mustBeBetween: [1, 9],
        },
        { type: 'sql', query: 'select 1) ; drop table orders; --', mustBe: 1 },
      ],
    },
    { name: 'customers', properties: [{ name: 'id', logicalType: 'integer', primaryKey: true }] },
  ],
  { slaProperties: [{ property: 'latency', value: 36, unit: 'h', element: 'orders.changed' }] },
);

const fileAt = (files: readonly GeneratedFile[], filename: string): string =>
  files.find((file) => file.filename === filename)?.content ?? '';

function modelOf(files: readonly GeneratedFile[], name: string): Yaml {
  const models = yamlOf(files).flatMap((content) => (content['models'] ?? []) as Yaml[]);
  return models.find((model) => model['name'] === name) ?? {};
}

describe('dbt projects', () => {
  const files = generateFiles(dbtModels, orders);

  it('have models with contracts, keys, references and tests', () => {
    const model = modelOf(files, 'orders');
    expect(model).toMatchObject({
      description: 'All orders\nof the shop',
      config: {
        materialized: 'table',
        alias: 'orders_v1',
        contract: { enforced: true },
        tags: ['sales'],
      },
    });
    expect(model['columns']).toMatchObject([
      {
        name: 'id',
        data_type: 'integer',
        constraints: [{ type: 'not_null' }, { type: 'primary_key' }],
        data_tests: ['not_null', 'unique'],
      },
      {
        name: 'customer',
        config: { meta: { classification: 'internal' } },
        constraints: [{ type: 'foreign_key', to: "ref('customers')", to_columns: ['id'] }],
        data_tests: [{ relationships: { arguments: { to: "ref('customers')", field: 'id' } } }],
      },
      // A model cannot refer to itself while it is built.
      { name: 'parent', data_tests: [{ relationships: { arguments: { to: "ref('orders')" } } }] },
      { name: 'changed' },
    ]);
    expect((model['columns'] as Yaml[])[2]).not.toHaveProperty('constraints');
    expect(fileAt(files, 'models/orders.sql')).toContain('"Customer Name" as customer');
    expect(fileAt(files, 'models/staging/stg_orders.sql')).toContain(
      'cast(customer as integer) as "Customer Name"',
    );
  });

  it('have rules with thresholds and queries as tests of their own', () => {
    expect(fileAt(files, 'tests/models/orders_total.sql')).toBe(
      [
        '-- Total',
        'select measured.measured_value',
        'from (',
        'select (',
        "select sum(id) from {{ ref('orders') }}",
        ') as measured_value',
        ') measured',
        'where measured.measured_value is null or not (measured.measured_value between 1 and 9)',
        '',
      ].join('\n'),
    );
    const percent = fileAt(files, 'tests/models/orders_changed_nullvalues.sql');
    expect(percent).toContain("{{ config(severity = 'warn') }}");
    expect(percent).toContain('100.0 *');
    expect(modelOf(files, 'orders')['data_tests']).toEqual([
      { contract_unique_columns: { arguments: { columns: ['id', 'changed'] } } },
    ]);
    expect(files[0]?.metadata.notes).toContain(
      'orders: the quality rule is not tested: its query is not one SELECT.',
    );
    expect(files.map(({ content }) => content).join('\n')).not.toContain('drop table');
  });

  it('say how fresh a source has to be', () => {
    const sources = yamlOf(files).flatMap((content) => (content['sources'] ?? []) as Yaml[]);
    const tables = sources.flatMap((source) => source['tables'] as Yaml[]);
    expect(tables[0]).toMatchObject({
      name: 'orders',
      identifier: 'orders_v1',
      config: {
        freshness: { error_after: { count: 36, period: 'hour' } },
        loaded_at_field: 'changed',
      },
    });
  });

  it('put arguments beside the configuration of tests for dbt 1.9', () => {
    const old = dbtModels.generate(orders, {
      dialect: 'postgres',
      server: undefined,
      compat: 'dbt-1.9',
    });
    expect(modelOf(old, 'orders')['data_tests']).toEqual([
      { contract_unique_columns: { columns: ['id', 'changed'] } },
    ]);
    expect(fileAt(old, 'dbt_project.yml')).toContain('>=1.9.0');
    expect(fileAt(old, 'models/sources.yml')).toMatch(/^ {8}loaded_at_field: changed$/m);
  });

  it('hold each other: sources in staging models in models, file by file', () => {
    const [sources, staging, models] = [dbtSources, dbtStaging, dbtModels].map((generator) =>
      generateFiles(generator, orders).map(({ filename, content }) => `${filename}\n${content}`),
    );
    expect(staging).toEqual(expect.arrayContaining(sources ?? []));
    expect(models).toEqual(expect.arrayContaining(staging ?? []));
  });

  it('break circles of references', () => {
    const circle = contractOf([
      {
        name: 'a',
        properties: [
          { name: 'id', primaryKey: true },
          { name: 'b', relationships: [{ to: 'b.id' }] },
        ],
      },
      {
        name: 'b',
        properties: [
          { name: 'id', primaryKey: true },
          { name: 'a', relationships: [{ to: 'a.id' }] },
        ],
      },
    ]);
    const made = generateFiles(dbtModels, circle);
    expect(fileAt(made, 'models/orders_of_the_shop.yml').match(/type: foreign_key/g)).toHaveLength(
      1,
    );
    expect(made[0]?.metadata.notes.join()).toContain('is not built before, is a test only');
  });

  it('refer to columns of another type only as far as they can be compared', () => {
    const to = { relationships: [{ to: 'parent.id' }] };
    const contract = contractOf([
      { name: 'parent', properties: [{ name: 'id', logicalType: 'integer', primaryKey: true }] },
      {
        name: 'child',
        properties: [
          { name: 'text', logicalType: 'string', ...to },
          { name: 'real', logicalType: 'number', physicalType: 'double precision', ...to },
          { name: 'fits', logicalType: 'integer', physicalType: 'bigint', ...to },
        ],
      },
    ]);
    const made = generateFiles(dbtModels, contract);
    const models = fileAt(made, 'models/orders_of_the_shop.yml');
    expect(models.match(/type: foreign_key/g)).toHaveLength(1);
    expect(models.match(/relationships:/g)).toHaveLength(2);
    expect(made[0]?.metadata.notes).toEqual([
      'child.text: the relationship to parent is neither a constraint nor tested: the types differ: text and integer.',
      'child: the reference to parent, whose type differs (double precision and integer), is a test only.',
    ]);
  });

  it('are empty, but valid without tables', () => {
    for (const generator of [dbtModels, dbtSources, dbtStaging]) {
      const empty = generateFiles(generator, contractOf([]));
      expect(faultsOf(empty)).toEqual([]);
      expect(empty[0]?.metadata.notes).toEqual(['schema: the contract has no tables.']);
    }
  });
});

/** Every text that people wrote for people. */
function descriptionsOf(contract: ContractModel): string[] {
  const own = contract.tables.flatMap(({ description, properties }) => [
    description,
    ...properties.map((property) => property.description),
  ]);
  return own.filter((text) => text !== undefined).map((text) => text.toWellFormed());
}

function collect(value: unknown, into: string[]): string[] {
  if (Array.isArray(value)) for (const entry of value) collect(entry, into);
  if (!isObject(value)) return into;
  if (typeof value['description'] === 'string') into.push(value['description']);
  for (const inner of Object.values(value)) collect(inner, into);
  return into;
}

describe('hostile texts in dbt projects', () => {
  it('come out of YAML and templates as they went in', () => {
    fc.assert(
      fc.property(hostileDocument, (contract) => {
        const files = generateFiles(dbtModels, contract);
        expect(faultsOf(files)).toEqual([]);
        const { properties } = compileProject(files, names);
        const found = new Set(collect(properties(), []));
        for (const text of descriptionsOf(contract)) {
          // A template drops one line end at the end of a text.
          expect([...found].some((other) => other === text || `${other}\n` === text)).toBe(true);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('are one scalar each in YAML', () => {
    const anyText = fc.oneof(hostileText, fc.string({ unit: 'binary' }));
    fc.assert(
      fc.property(anyText, fc.array(anyText), (text, list) => {
        const value = { text, list, inside: [{ text, list }] };
        const well = JSON.parse(JSON.stringify(value), (_, entry: unknown) =>
          typeof entry === 'string' ? entry.toWellFormed() : entry,
        ) as unknown;
        expect(load(yamlText(value))).toEqual(well);
      }),
      { numRuns: 1_000 },
    );
  });

  const script = [
    'import sys, json, yaml, jinja2',
    'env = jinja2.Environment(undefined=jinja2.StrictUndefined)',
    'def walk(v):',
    '    if isinstance(v, str): return env.from_string(v).render()',
    '    if isinstance(v, list): return [walk(x) for x in v]',
    '    return {k: walk(x) for k, x in v.items()} if isinstance(v, dict) else v',
    'print(json.dumps([walk(yaml.safe_load(t)) for t in json.load(sys.stdin)]))',
  ].join('\n');
  const hasPython = spawnSync('python3', ['-c', 'import yaml, jinja2']).status === 0;
  if (!hasPython) console.warn('Skipped: Python has no yaml and jinja2 here');

  (hasPython ? it : it.skip)('are the same to PyYAML and Jinja2, which dbt reads with', () => {
    const texts = fc
      .sample(hostileDocument, { numRuns: 60, seed: 1 })
      .flatMap((contract) => generateFiles(dbtModels, contract))
      .filter(({ language }) => language === 'yaml')
      .map(({ content }) => content);
    const { stdout, stderr } = spawnSync('python3', ['-c', script], {
      input: JSON.stringify(texts),
      maxBuffer: 1e8,
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    const ours = texts.map((content) => renderProperties(content, names));
    // Jinja2 drops a line end at the end of a text, and makes all of them one kind.
    const same = (value: unknown): unknown =>
      JSON.parse(JSON.stringify(value), (_, entry: unknown) =>
        typeof entry === 'string' ? entry.replaceAll(/\r\n?/g, '\n').replace(/\n+$/, '') : entry,
      );
    expect(same(JSON.parse(stdout))).toEqual(same(ours));
  });
});

describeWithShared('dbt projects of public contracts', () => {
  it('are such that dbt reads them, in every dialect', () => {
    const contracts = [...publicContracts(), ...recordedContracts()];
    expect(contracts.length).toBeGreaterThan(200);
    for (const { name, contract } of contracts) {
      const [server] = contract.servers;
      for (const dialect of dbtModels.dialects) {
        const files = dbtModels.generate(contract, { dialect, server, compat: undefined });
        expect({ name, dialect, faults: faultsOf(files) }).toEqual({ name, dialect, faults: [] });
      }
    }
  });
});
