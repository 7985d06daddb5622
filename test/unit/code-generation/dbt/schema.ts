/** What dbt's documentation says of its YAML files; written for these tests. */
const text = { type: 'string' };
const strict = (properties: object, required: string[] = []): object => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

const dataTest = {
  anyOf: [
    text,
    {
      type: 'object',
      minProperties: 1,
      maxProperties: 1,
      additionalProperties: strict({
        arguments: { type: 'object' },
        config: strict({ severity: { enum: ['warn', 'error'] } }),
      }),
    },
  ],
};

const dataTests = { type: 'array', minItems: 1, items: dataTest };
const meta = { type: 'object' };
const tags = { type: 'array', items: text };
const names = { type: 'array', items: text, minItems: 1 };
const byDay = strict({
  field: text,
  data_type: { enum: ['date', 'datetime', 'timestamp'] },
  granularity: { const: 'day' },
});
const limit = strict(
  {
    count: { type: 'integer', minimum: 1 },
    period: { enum: ['minute', 'hour', 'day'] },
  },
  ['count', 'period'],
);

const constraint = {
  anyOf: [
    strict({ type: { enum: ['not_null', 'unique', 'primary_key'] }, columns: names }, ['type']),
    strict(
      {
        type: { const: 'foreign_key' },
        columns: names,
        to: { type: 'string', pattern: String.raw`^ref\('\w+'\)$` },
        to_columns: names,
      },
      ['type', 'to', 'to_columns'],
    ),
  ],
};

const column = strict(
  {
    name: text,
    quote: { const: true },
    data_type: text,
    description: text,
    config: strict({ meta, tags }),
    constraints: { type: 'array', minItems: 1, items: constraint },
    data_tests: dataTests,
  },
  ['name', 'data_type'],
);

const columns = { type: 'array', minItems: 1, items: column };

const model = strict(
  {
    name: { type: 'string', pattern: String.raw`^\w+$` },
    description: text,
    config: strict(
      {
        materialized: { enum: ['table', 'view', 'materialized_view'] },
        alias: text,
        schema: text,
        contract: strict({ enforced: { const: true } }, ['enforced']),
        partition_by: { anyOf: [names, byDay] },
        partitioned_by: names,
        cluster_by: names,
        order_by: names,
        sort: names,
        properties: strict({ partitioning: text }),
        settings: strict({ allow_nullable_key: { const: 1 } }),
        meta,
        tags,
      },
      ['materialized'],
    ),
    constraints: { type: 'array', minItems: 1, items: constraint },
    data_tests: dataTests,
    columns,
  },
  ['name', 'config'],
);

const quoting = strict({
  database: { const: true },
  schema: { const: true },
  identifier: { const: true },
});

const table = strict(
  {
    name: { type: 'string', pattern: String.raw`^\w+$` },
    identifier: text,
    quoting,
    description: text,
    config: strict({
      freshness: strict({ warn_after: limit, error_after: limit }),
      loaded_at_field: text,
      meta,
      tags,
    }),
    data_tests: dataTests,
    columns,
  },
  ['name'],
);

const source = strict(
  {
    name: { type: 'string', pattern: String.raw`^[\w-]+$` },
    description: text,
    database: text,
    schema: text,
    quoting,
    config: strict({ meta, tags }),
    tables: { type: 'array', minItems: 1, items: table },
  },
  ['name', 'tables'],
);

/** Property files, and the file of the project. */
export const dbtSchema = {
  anyOf: [
    strict({ version: { const: 2 }, models: { type: 'array', items: model } }, [
      'version',
      'models',
    ]),
    strict({ version: { const: 2 }, sources: { type: 'array', items: source } }, [
      'version',
      'sources',
    ]),
    strict(
      {
        name: { type: 'string', pattern: '^[a-z_][a-z0-9_]*$' },
        'config-version': { const: 2 },
        'require-dbt-version': names,
        profile: text,
        'model-paths': names,
        'test-paths': names,
      },
      ['name', 'profile'],
    ),
  ],
};
