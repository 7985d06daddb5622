import { load } from 'js-yaml';
import type { TypeDialect } from '../../../../domain/dialects/dialect.ts';
import type { ContractModel } from '../../../../domain/standards/odcs/contract-model.ts';
import type { GeneratedFile } from '../../../../jobs/code-generation/generator.ts';
import { dbtModels } from '../../../../jobs/code-generation/generators/dbt/models.ts';
import type { Yaml } from './compile.ts';
import { contractOf, withWarnings } from '../contracts.ts';

type Made = { files: GeneratedFile[]; notes: string; model: Yaml; columns: Yaml[]; config: Yaml };

function make(contract: ContractModel, dialect: TypeDialect): Made {
  const files = withWarnings(
    dbtModels.generate(contract, { dialect, server: undefined, compat: undefined }),
  );
  const { models } = load(files[0]?.content ?? '') as { models: Yaml[] };
  const [model = {}] = models;
  return {
    files,
    notes: files[0]?.metadata.notes.join('\n') ?? '',
    model,
    columns: (model['columns'] ?? []) as Yaml[],
    config: model['config'] as Yaml,
  };
}

const fileAt = ({ files }: Made, filename: string): string =>
  files.find((file) => file.filename === filename)?.content ?? '';

const nested = contractOf([
  {
    name: 'orders',
    properties: [
      { name: 'id', logicalType: 'string', primaryKey: true },
      { name: 'Total Sum', logicalType: 'integer', logicalTypeOptions: { minimum: 1 } },
      { name: 'code', logicalType: 'string', logicalTypeOptions: { maxLength: 5 } },
      { name: 'says', logicalType: 'string', enum: [{ value: "it's \\ odd" }] },
      { name: 'weights', logicalType: 'array', items: { physicalType: 'float' } },
      {
        name: 'address',
        logicalType: 'object',
        properties: [
          { name: 'zip code', logicalType: 'string' },
          { name: 'order', logicalType: 'integer' },
          {
            name: 'parts',
            logicalType: 'map',
            map: { key: { logicalType: 'string' }, value: { logicalType: 'boolean' } },
          },
        ],
      },
    ],
  },
]);

describe('dbt projects on Athena', () => {
  const made = make(nested, 'athena');

  it('have the types that its queries have, which are those of Trino', () => {
    expect(made.columns.map((column) => column['data_type'])).toEqual([
      'varchar',
      'integer',
      'varchar(5)',
      'varchar',
      'array(real)',
      'row(zip_code varchar, "order" integer, parts map(varchar, boolean))',
    ]);
    const staging = fileAt(made, 'models/staging/stg_orders.sql');
    expect(staging).toContain('cast(id as varchar)');
    expect(staging).toContain('cast("Total Sum" as integer) as "Total_Sum"');
    expect(staging).toContain('cast(code as varchar) as code');
    expect(staging).toContain('as row(zip_code varchar');
  });

  it('have names and texts in quotation marks that its queries read', () => {
    const all = made.files.map(({ content }) => content).join('\n');
    expect(all).not.toContain('`');
    expect(JSON.stringify(made.columns[3])).toContain(JSON.stringify("it''s \\ odd").slice(1, -1));
    expect(made.notes).toContain(
      'orders.Total Sum (Total_Sum), orders.address.zip code (zip_code): is called … here.',
    );
  });
});

describe('dbt projects on Databricks', () => {
  const made = make(nested, 'databricks');

  it('cast texts to a type that needs no length, and call members as the platform can', () => {
    expect(made.columns[2]).toMatchObject({ name: 'code', data_type: 'VARCHAR(5)' });
    expect(fileAt(made, 'models/staging/stg_orders.sql')).toContain('cast(code as STRING) as code');
    expect(made.columns[5]?.['data_type']).toMatch(/^STRUCT<zip_code: STRING, /);
    expect(made.notes).toContain(
      'orders.Total Sum (Total_Sum), orders.address.zip code (zip_code): is called … here.',
    );
  });
});

const divided = contractOf([
  {
    name: 'orders',
    properties: [
      { name: 'day', logicalType: 'date', partitioned: true, partitionKeyPosition: 2 },
      { name: 'Region', logicalType: 'string', partitioned: true, partitionKeyPosition: 1 },
      {
        name: 'extra',
        logicalType: 'array',
        items: { logicalType: 'string' },
        partitioned: true,
      },
      { name: 'id', logicalType: 'integer', primaryKey: true },
    ],
  },
]);

const expected: Partial<Record<TypeDialect, Yaml>> = {
  bigquery: {
    partition_by: { field: 'day', data_type: 'date', granularity: 'day' },
    cluster_by: ['Region'],
  },
  snowflake: { cluster_by: ['"Region"', 'day'] },
  databricks: { partition_by: ['Region', 'day'] },
  athena: { partitioned_by: ['Region', 'day'] },
  trino: { properties: { partitioning: `ARRAY['"Region"', 'day']` } },
  redshift: { sort: ['"Region"', 'day'] },
  clickhouse: {
    order_by: ['id'],
    partition_by: ['Region', 'day'],
    settings: { allow_nullable_key: 1 },
  },
};

describe('how dbt divides tables', () => {
  it.each(Object.entries(expected))('is configured on %s', (dialect, config) => {
    const made = make(divided, dialect as TypeDialect);
    expect(made.config).toMatchObject(config ?? {});
    expect(made.notes).toContain('orders.extra: a column of its type cannot divide a table.');
  });

  it.each(['postgres', 'mysql', 'duckdb', 'sqlserver', 'oracle'] as const)(
    'is told on %s, which has nothing for it',
    (dialect) => {
      const made = make(divided, dialect);
      expect(Object.keys(made.config).filter((name) => /part|clust|sort/.test(name))).toEqual([]);
      expect(made.notes).toContain(
        'orders.Region, orders.day, orders.extra: dbt has no partitions for this platform',
      );
    },
  );

  it('puts what partitions a table of Athena last, where its queries want it', () => {
    const made = make(divided, 'athena');
    expect(made.columns.map(({ name }) => name)).toEqual(['extra', 'id', 'Region', 'day']);
    expect(fileAt(made, 'models/orders.sql')).toMatch(/extra,\s+id,\s+"Region",\s+day\s+from/);
  });

  it('is told of views', () => {
    const [table] = divided.tables;
    const view = { ...divided, tables: table ? [{ ...table, physicalType: 'view' }] : [] };
    const { config, notes } = make(view, 'databricks');
    expect(config).not.toHaveProperty('partition_by');
    expect(notes).toContain(
      'orders.Region, orders.day, orders.extra: a view has no partitions; not partitioned.',
    );
  });
});

describe('casts of staging models', () => {
  const short = { logicalType: 'string', logicalTypeOptions: { maxLength: 3 } };
  const contract = contractOf([
    {
      name: 'orders',
      properties: [
        { name: 'codes', logicalType: 'array', items: short },
        { name: 'inner', logicalType: 'object', properties: [{ name: 'varchar(3)', ...short }] },
      ],
    },
  ]);

  it.each<[TypeDialect, string, string]>([
    ['postgres', 'varchar[]', 'jsonb'],
    ['duckdb', 'VARCHAR[]', 'STRUCT("varchar(3)" VARCHAR)'],
    ['databricks', 'ARRAY<STRING>', 'STRUCT<varchar_3_: STRING>'],
    ['bigquery', 'ARRAY<STRING>', 'STRUCT<varchar_3_ STRING>'],
    ['trino', 'array(varchar)', 'row("varchar(3)" varchar)'],
    ['athena', 'array(varchar)', 'row(varchar_3_ varchar)'],
  ])('cut no text inside of lists and structures in %s', (dialect, codes, inner) => {
    const sql = fileAt(make(contract, dialect), 'models/staging/stg_orders.sql');
    expect(sql).toContain(`cast(codes as ${codes}) as codes`);
    expect(sql).toContain(`as ${inner}) as `);
  });
});

it('keeps the digits behind the point of decimals that the contract gives none', () => {
  const total = { name: 'total', logicalType: 'number', physicalType: 'NUMBER' };
  const made = make(contractOf([{ name: 'orders', properties: [total] }]), 'snowflake');
  const sql = fileAt(made, 'models/staging/stg_orders.sql');
  expect(sql).toContain('cast(total as NUMBER(38,9)) as total');
  expect(made.columns[0]?.['data_type']).toBe('NUMBER(38,9)');
});

it('reads and builds tables in the schema that their names say', () => {
  const properties = [{ name: 'id', logicalType: 'integer' }];
  const contract = contractOf([
    { name: 'orders', properties },
    { name: 'payments', physicalName: 'fin.pay', properties },
  ]);
  const made = make(contract, 'postgres');
  const { models } = load(made.files[0]?.content ?? '') as { models: Yaml[] };
  expect(models[1]?.['config']).toMatchObject({ schema: 'fin', alias: 'pay' });
  expect(made.notes).toContain('payments: dbt puts the name of the target before the schema fin');
  const { sources } = load(fileAt(made, 'models/sources.yml')) as { sources: Yaml[] };
  expect(sources).toMatchObject([
    { name: 'urn_datacontract_shop_orders', tables: [{ name: 'orders' }] },
    {
      name: 'urn_datacontract_shop_orders_fin',
      schema: 'fin',
      tables: [{ name: 'payments', identifier: 'pay' }],
    },
  ]);
  expect(sources[0]).not.toHaveProperty('schema');
  expect(fileAt(made, 'models/staging/stg_payments.sql')).toContain(
    "source('urn_datacontract_shop_orders_fin', 'payments')",
  );
});
