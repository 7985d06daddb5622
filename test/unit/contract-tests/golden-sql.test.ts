import path from 'node:path';
import type { LogicalType } from '../../../domain/standards/odcs/contract-model.ts';
import type { RowRule, Step } from '../../../jobs/contract-tests/plan/planned-check.ts';
import { sqlDialects } from '../../../jobs/contract-tests/sql/dialects.ts';
import { offendingRows } from '../../../jobs/contract-tests/sql/offending-rows.ts';
import { NotExpressible } from '../../../jobs/contract-tests/sql/sql-dialect.ts';
import type { SqlDialect, SqlValue } from '../../../jobs/contract-tests/sql/sql-dialect.ts';
import {
  duplicateSamplesStatement,
  duplicatesStatement,
  frequencyStatement,
  orphanSamplesStatement,
  orphansStatement,
} from '../../../jobs/contract-tests/sql/statements.ts';
import { expectGolden } from '../../support/golden.ts';

const dialects = ['bigquery', 'databricks', 'snowflake', 'sqlserver', 'trino'] as const;
type Name = (typeof dialects)[number];

/** The columns of a table as each catalogue writes their types, and what the contract says of them. */
const columns: Record<string, { logicalType: LogicalType; types: Record<Name, string> }> = {
  text: {
    logicalType: 'string',
    types: {
      bigquery: 'STRING',
      databricks: 'string',
      snowflake: 'VARCHAR(100)',
      sqlserver: 'varchar(100)',
      trino: 'varchar(100)',
    },
  },
  whole: {
    logicalType: 'integer',
    types: {
      bigquery: 'INT64',
      databricks: 'bigint',
      snowflake: 'NUMBER(38,0)',
      sqlserver: 'bigint',
      trino: 'bigint',
    },
  },
  amount: {
    logicalType: 'number',
    types: {
      bigquery: 'FLOAT64',
      databricks: 'double',
      snowflake: 'FLOAT',
      sqlserver: 'float',
      trino: 'double',
    },
  },
  flag: {
    logicalType: 'boolean',
    types: {
      bigquery: 'BOOL',
      databricks: 'boolean',
      snowflake: 'BOOLEAN',
      sqlserver: 'bit',
      trino: 'boolean',
    },
  },
  day: {
    logicalType: 'date',
    types: {
      bigquery: 'DATE',
      databricks: 'date',
      snowflake: 'DATE',
      sqlserver: 'date',
      trino: 'date',
    },
  },
  at: {
    logicalType: 'timestamp',
    types: {
      bigquery: 'TIMESTAMP',
      databricks: 'timestamp',
      snowflake: 'TIMESTAMP_TZ(9)',
      sqlserver: 'datetimeoffset(7)',
      trino: 'timestamp(3) with time zone',
    },
  },
  local_at: {
    logicalType: 'timestamp',
    types: {
      bigquery: 'DATETIME',
      databricks: 'timestamp_ntz',
      snowflake: 'TIMESTAMP_NTZ(9)',
      sqlserver: 'datetime2(7)',
      trino: 'timestamp(3)',
    },
  },
  clock: {
    logicalType: 'time',
    types: {
      bigquery: 'TIME',
      databricks: 'string',
      snowflake: 'TIME(9)',
      sqlserver: 'time(7)',
      trino: 'time(3)',
    },
  },
  document: {
    logicalType: 'object',
    types: {
      bigquery: 'JSON',
      databricks: 'variant',
      snowflake: 'VARIANT',
      sqlserver: 'nvarchar(max)',
      trino: 'json',
    },
  },
  words: {
    logicalType: 'array',
    types: {
      bigquery: 'ARRAY<STRING>',
      databricks: 'array<string>',
      snowflake: 'ARRAY',
      sqlserver: 'nvarchar(max)',
      trino: 'array(varchar)',
    },
  },
  address: {
    logicalType: 'object',
    types: {
      bigquery: 'STRUCT<city STRING, lines ARRAY<STRUCT<number INT64>>>',
      databricks: 'struct<city:string,lines:array<struct<number:int>>>',
      snowflake: 'OBJECT(city VARCHAR, lines ARRAY(OBJECT(number NUMBER(38,0))))',
      sqlserver: 'nvarchar(max)',
      trino: 'row(city varchar, lines array(row(number integer)))',
    },
  },
  prices: {
    logicalType: 'map',
    types: {
      bigquery: 'JSON',
      databricks: 'map<string,double>',
      snowflake: 'MAP(VARCHAR, FLOAT)',
      sqlserver: 'nvarchar(max)',
      trino: 'map(varchar, double)',
    },
  },
};

const member = (name: string, logicalType: LogicalType): Step => ({ member: name, logicalType });
const items = (logicalType: LogicalType): Step => ({ items: true, logicalType });

type Case = [column: string, rule: RowRule, ...steps: Step[]];

const hostile = String.raw`it's \ "quoted" \' -- ` + '`;\n\\\n${x}';

/** Every kind of rule, on every kind of column that it can be about. */
const cases: readonly Case[] = [
  ['text', { kind: 'not-missing' }],
  ['text', { kind: 'not-missing-values', values: ['', 'N/A', 0] }],
  ['text', { kind: 'min-length', length: 2 }],
  ['whole', { kind: 'max-length', length: 9 }],
  ['text', { kind: 'pattern', pattern: '^ORD-[0-9]{4,6}$' }],
  ['text', { kind: 'pattern', pattern: String.raw`^[A-Z]{2}\d+$` }],
  ['flag', { kind: 'pattern', pattern: 'true|false' }],
  ['text', { kind: 'format', format: 'uuid' }],
  ['text', { kind: 'format', format: 'email' }],
  ['text', { kind: 'format', format: 'ipv4' }],
  ['text', { kind: 'format', format: 'ipv6' }],
  ['text', { kind: 'format', format: 'hostname' }],
  ['text', { kind: 'format', format: 'uri' }],
  ['text', { kind: 'format', format: 'byte' }],
  ['text', { kind: 'format', format: 'binary' }],
  ['text', { kind: 'date-format', format: 'yyyy-MM-dd' }],
  ['day', { kind: 'date-format', format: 'yyyy-MM-dd' }],
  ['whole', { kind: 'minimum', bound: -5 }],
  ['amount', { kind: 'maximum', bound: 1.5 }],
  ['text', { kind: 'minimum', bound: 'b' }],
  ['day', { kind: 'minimum', bound: '2026-01-01' }],
  ['at', { kind: 'maximum', bound: '2026-01-01T10:00:00Z' }],
  ['local_at', { kind: 'maximum', bound: '2026-01-01 10:00:00' }],
  ['clock', { kind: 'maximum', bound: '10:00:00' }],
  ['amount', { kind: 'not-equal', value: 0 }],
  ['text', { kind: 'one-of', values: ['a', hostile, 5, true] }],
  ['whole', { kind: 'one-of', values: [1, 2] }],
  ['flag', { kind: 'one-of', values: [true] }],
  ['text', { kind: 'valid', values: ['a'], pattern: 'b' }],
  ['whole', { kind: 'multiple-of', divisor: 5 }],
  ['amount', { kind: 'multiple-of', divisor: 0.1 }],
  ['words', { kind: 'min-items', count: 1 }],
  ['words', { kind: 'max-items', count: 3 }],
  ['words', { kind: 'unique-items' }],
  ['words', { kind: 'min-length', length: 1 }, items('string')],
  ['words', { kind: 'not-missing' }, items('string')],
  ['document', { kind: 'min-properties', count: 1 }],
  ['prices', { kind: 'max-properties', count: 9 }],
  ['address', { kind: 'max-properties', count: 9 }],
  ['document', { kind: 'has-member', member: 'city' }],
  ['address', { kind: 'has-member', member: 'City' }],
  ['address', { kind: 'has-member', member: 'street' }],
  ['prices', { kind: 'has-member', member: 'eur' }],
  ['document', { kind: 'not-missing' }, member('city', 'string')],
  ['document', { kind: 'pattern', pattern: '^B' }, member('city', 'string')],
  ['document', { kind: 'minimum', bound: 1 }, member('floor', 'integer')],
  ['document', { kind: 'maximum', bound: '2026-01-01' }, member('since', 'date')],
  ['document', { kind: 'maximum', bound: '2026-01-01T00:00:00Z' }, member('at', 'timestamp')],
  ['document', { kind: 'one-of', values: [true] }, member('open', 'boolean')],
  ['document', { kind: 'castable', logicalType: 'integer' }, member('floor', 'integer')],
  ['document', { kind: 'castable', logicalType: 'number' }, member('size', 'number')],
  ['document', { kind: 'castable', logicalType: 'boolean' }, member('open', 'boolean')],
  ['document', { kind: 'castable', logicalType: 'string' }, member('city', 'string')],
  ['document', { kind: 'castable', logicalType: 'date' }, member('since', 'date')],
  ['document', { kind: 'castable', logicalType: 'time' }, member('opens', 'time')],
  ['document', { kind: 'castable', logicalType: 'timestamp' }, member('at', 'timestamp')],
  ['document', { kind: 'castable', logicalType: 'array' }, member('tags', 'array')],
  ['document', { kind: 'castable', logicalType: 'object' }, member('owner', 'object')],
  ['document', { kind: 'multiple-of', divisor: 0.5 }, member('size', 'number')],
  ['document', { kind: 'unique-items' }, member('tags', 'array')],
  ['document', { kind: 'max-length', length: 9 }, member('tags', 'array'), items('string')],
  ['document', { kind: 'not-missing' }, member(`o'dd"\\`, 'string')],
  [
    'document',
    { kind: 'not-missing' },
    member('owner', 'object'),
    member('address', 'object'),
    member(`o'dd"\\`, 'string'),
  ],
  ['address', { kind: 'min-length', length: 1 }, member('city', 'string')],
  [
    'address',
    { kind: 'minimum', bound: 1 },
    member('lines', 'array'),
    items('object'),
    member('number', 'integer'),
  ],
  [
    'document',
    { kind: 'minimum', bound: 1 },
    items('array'),
    items('object'),
    member('number', 'integer'),
  ],
  ['prices', { kind: 'minimum', bound: 0 }, member('eur', 'number')],
];

function valueOf(dialect: SqlDialect, name: string): SqlValue {
  const { logicalType, types } = columns[name] ?? { logicalType: 'string', types: {} };
  const type = (types as Record<string, string>)[dialect.name] ?? '';
  return { sql: dialect.identifier(name), cells: 'typed', type, logicalType };
}

const shownRule = (rule: RowRule, steps: readonly Step[]): string =>
  JSON.stringify(rule) +
  steps.map((step) => ('member' in step ? ` .${step.member}` : ' []')).join('');

function written(write: () => string): string {
  try {
    return write();
  } catch (error) {
    if (error instanceof NotExpressible) return `-- not expressible: ${error.message}`;
    throw error;
  }
}

function countOf(dialect: SqlDialect, [column, rule, ...steps]: Case): string {
  const countWhere = offendingRows(dialect, valueOf(dialect, column), { rule, steps });
  return dialect.aggregate('t', [{ name: 'count_0', countWhere }]);
}

/** What the engine asks besides rows: keys, samples, moments. */
function statements(dialect: SqlDialect): Record<string, string> {
  const keys = ['text', 'whole'].map((name) => dialect.groupKey(valueOf(dialect, name)));
  const documents = ['document', 'words'].map((name) => dialect.groupKey(valueOf(dialect, name)));
  const shown = [{ name: 'text', sql: dialect.start(dialect.text(valueOf(dialect, 'text')), 201) }];
  const foreign = {
    child: { relation: 't', keys: [keys[0] ?? ''] },
    parent: { relation: 'p', keys: [keys[0] ?? ''] },
  };
  const seconds = (name: string): string => dialect.epochSeconds(valueOf(dialect, name));
  const everyText = Object.keys(columns).map((name) => ({
    name,
    sql: dialect.text(valueOf(dialect, name)),
  }));
  return {
    duplicates: duplicatesStatement(dialect, 't', { keys, withRowCount: false }),
    'duplicates with rows': duplicatesStatement(dialect, 't', {
      keys: documents,
      withRowCount: true,
    }),
    'duplicate samples': duplicateSamplesStatement(dialect, 't', {
      keys: keys.slice(0, 1),
      shown,
      limit: 5,
    }),
    orphans: orphansStatement(dialect, foreign),
    'orphan samples': orphanSamplesStatement(dialect, foreign, { shown, limit: 5 }),
    frequency: frequencyStatement(dialect, 't', seconds('at')),
    texts: dialect.select({ columns: everyText, from: 't', where: '1 = 1', limit: 5 }),
    'one scan': dialect.aggregate('t', [
      { name: 'row_count', aggregate: 'count(*)' },
      { name: 'newest', aggregate: `max(${seconds('local_at')})` },
      { name: 'oldest', aggregate: `min(${seconds('day')})` },
      { name: 'count_1', countWhere: `${dialect.itemCount(valueOf(dialect, 'words'))} > 1` },
      { name: `o"dd]\`name`, countWhere: '1 = 0' },
    ]),
  };
}

/** Everything that checks ask of one platform, to be read beside its documentation. */
function goldenOf(dialect: SqlDialect): string {
  const rules = cases.map((one) => {
    const [column, rule, ...steps] = one;
    const title = `-- ${column} ${columns[column]?.types[dialect.name as Name]} ${shownRule(rule, steps)}`;
    return `${title}\n${written(() => countOf(dialect, one))}`;
  });
  const others = Object.entries(statements(dialect)).map(([name, sql]) => `-- ${name}\n${sql}`);
  return `${[...rules, ...others].map((text) => `${text};`).join('\n\n')}\n`;
}

const folder = path.join(process.cwd(), 'test/unit/contract-tests/golden');

describe.each(dialects)('the SQL of %s', (name) => {
  const dialect = sqlDialects[name];
  if (dialect === undefined) throw new Error(`${name} is not in the registry`);

  it('is what was reviewed (UPDATE_GOLDEN=1 writes it anew)', () => {
    const file = path.join(folder, `${name}.sql`);
    expectGolden(file, goldenOf(dialect));
  });
});

it('has a case for every kind of rule', () => {
  const kinds: Record<RowRule['kind'], true> = {
    'not-missing': true,
    'not-missing-values': true,
    castable: true,
    'min-length': true,
    'max-length': true,
    pattern: true,
    format: true,
    'date-format': true,
    minimum: true,
    maximum: true,
    'not-equal': true,
    'one-of': true,
    valid: true,
    'multiple-of': true,
    'min-items': true,
    'max-items': true,
    'unique-items': true,
    'min-properties': true,
    'max-properties': true,
    'has-member': true,
  };
  const used = new Set(cases.map(([, { kind }]) => kind));
  expect(Object.keys(kinds).filter((kind) => !used.has(kind as RowRule['kind']))).toEqual([]);
});
