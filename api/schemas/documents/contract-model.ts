import { Type } from '@sinclair/typebox';
import { testResultHeadSchema, verdicts } from '../contract-tests/test-results.ts';
import { again } from '../again.ts';
import { orNull } from '../nullable.ts';

const text = (example: string, description?: string) =>
  Type.String({ examples: [example], ...(description !== undefined && { description }) });
const optional = (example: string, description?: string) => orNull(text(example, description));
const texts = (description: string) => Type.Array(Type.String(), { description });
const flag = (description: string) => Type.Boolean({ examples: [false], description });
const number = (description: string) => orNull(Type.Integer({ examples: [1], description }));

const checkSchema = Type.Object(
  {
    type: text('field_required', 'Type of the check'),
    name: text('Check that order_id has no missing values'),
    result: Type.String({ enum: [...verdicts] }),
    reason: optional('90 of 30,010 rows', 'Why it did not pass'),
    failedNumber: orNull(
      Type.Number({ examples: [90], description: 'Rows that violate the rule' }),
    ),
    totalNumber: orNull(Type.Number({ examples: [30_010], description: 'Rows checked' })),
    dimension: optional('completeness', 'Data quality dimension'),
    qualityReference: optional('no-gaps', 'Id, else name, of the quality rule'),
    hasSamples: flag('True if the test result keeps rows that failed'),
    failingRowsSql: optional(
      'select * from "orders" where "order_id" is null;',
      'Query that finds all rows that failed, in SQL of the tested server; null if there is none',
    ),
    noSqlReason: optional(
      'SQL Server has regular expressions only since version 2025.',
      'Why there is no query for a check that failed; null where it is not known',
    ),
  },
  { $id: 'ContractModelCheck' },
);
const checksText = { description: 'Its checks in `testResult`' };

const ruleSchema = Type.Object({
  name: optional('no-gaps'),
  kind: Type.String({ enum: ['library', 'sql', 'text', 'custom'] }),
  metric: optional('rowCount', 'Metric of a library rule'),
  threshold: orNull(
    Type.Object(
      { operator: text('>=', '=, !=, >, >=, <, <=, between or not between') },
      { additionalProperties: true, description: '`value`, or `low` and `high`' },
    ),
  ),
  unit: Type.String({ enum: ['rows', 'percent'], description: 'Unit of the threshold' }),
  severity: optional('error'),
  dimension: optional('completeness'),
  description: optional('No day is missing'),
  query: optional('select count(*) from orders', 'Query of an SQL rule'),
});

const promises = Type.Array(
  Type.Object({
    type: text(
      'required',
      'required, primaryKey, unique, enum, quality, or an option of the type: pattern, minimum, maxLength, …',
    ),
    value: Type.Unknown({ description: 'The bound, pattern or list of values; null without one' }),
    rule: orNull(ruleSchema),
  }),
  { description: 'What the contract promises' },
);

const fieldSchema = Type.Object(
  {
    path: text('address.city', 'Unique in the table; [] marks items of lists, {} values of maps'),
    physicalPath: text('address.city', 'The path with physical names'),
    name: text('city'),
    depth: Type.Integer({ examples: [1], description: '0 for columns' }),
    logicalType: optional('string', 'Type in the words of ODCS'),
    physicalType: optional('varchar(100)', 'Type on the platform'),
    businessName: optional('City'),
    description: optional('City of the delivery', 'Markdown or HTML'),
    required: flag('True if it may not be null'),
    unique: flag('True if no value occurs twice'),
    primaryKey: flag('True if it belongs to the primary key'),
    primaryKeyPosition: number('Position in the primary key, from 1'),
    partitioned: flag('True if the table is partitioned by it'),
    classification: optional('personal', 'Classification of the field'),
    tags: texts('Tags of the field'),
    deprecated: flag('True if it should no longer be used'),
    computed: flag('True for a measure, which is no column of the table'),
    expression: optional('sum(total)', 'Expression that computes it'),
    examples: Type.Array(Type.Unknown(), { description: 'Example values' }),
    promises,
    checks: Type.Array(again(checkSchema), checksText),
  },
  { $id: 'ContractModelField' },
);

const tableSchema = Type.Object(
  {
    name: text('orders'),
    physicalName: text('orders_v1', 'Name on the platform'),
    physicalType: optional('table', 'table, view, topic, …'),
    businessName: optional('Orders'),
    description: optional('One row per order', 'Markdown or HTML'),
    tags: texts('Tags of the table'),
    deprecated: flag('True if it should no longer be used'),
    primaryKey: texts('Paths of the fields of the primary key, in order'),
    promises,
    checks: Type.Array(checkSchema, checksText),
    fields: Type.Array(fieldSchema, {
      description: 'Fields at all depths, nested ones after their holder',
    }),
  },
  { $id: 'ContractModelTable' },
);

const side = Type.Object({ table: text('orders'), fields: texts('Columns, in order') });

/** A contract of any standard in one form, with its newest checks. */
export const contractModelSchema = Type.Object(
  {
    standard: Type.String({
      enum: ['ODCS', 'DCS'],
      description: 'Standard of the stored document',
    }),
    id: text('orders'),
    revision: Type.Integer({ examples: [7], description: 'Revision that is described' }),
    name: text('Orders of the web shop'),
    version: optional('1.2.0'),
    status: optional('active'),
    description: Type.Object({
      purpose: optional('One row per order', 'Markdown or HTML'),
      usage: optional('For reports', 'Markdown or HTML'),
      limitations: optional('Not for marketing', 'Markdown or HTML'),
    }),
    tags: texts('Tags of the contract'),
    classifications: texts('Classifications of its fields, each once'),
    servers: Type.Array(
      Type.Object(
        { server: text('production', 'Key of the server'), type: text('postgres') },
        { additionalProperties: true },
      ),
    ),
    tables: Type.Array(tableSchema),
    relationships: Type.Array(Type.Object({ from: side, to: side }), {
      description: 'Foreign keys between tables of the contract',
    }),
    outsideRelationships: Type.Array(
      Type.Object({
        table: text('orders'),
        field: text('orders.customer_id', 'Where it begins'),
        to: texts('Target as written'),
        reason: text("there is no table 'customers'", 'Why it is no foreign key of the contract'),
      }),
    ),
    serviceLevels: Type.Array(
      Type.Object({
        property: text('latency'),
        value: orNull(Type.Union([Type.String(), Type.Number()], { examples: [4] })),
        unit: optional('d'),
        description: optional('Loaded every night'),
        elements: texts('`table.column` that it is about'),
      }),
    ),
    testResult: orNull(testResultHeadSchema),
    otherChecks: Type.Array(
      Type.Composite([
        checkSchema,
        Type.Object({ model: optional('orders'), field: optional('order_id') }),
      ]),
      {
        description: 'Checks of testResult about tables or fields that the contract does not have',
      },
    ),
  },
  { $id: 'ContractModel' },
);

const named = (noun: string) => ({
  id: optional(noun),
  name: optional(noun, 'null if it does not exist'),
});

/** Who uses a contract. */
export const contractUsagesSchema = Type.Object(
  {
    owner: Type.Object(named('checkout'), { description: 'Team that owns the contract' }),
    productCount: Type.Integer({ examples: [1], description: 'All products with such ports' }),
    ports: Type.Array(
      Type.Object({
        role: Type.String({
          enum: ['output-port', 'input-port'],
          description: 'output-port: offers the contract; input-port: reads by it',
        }),
        dataProductId: text('web-shop'),
        dataProductName: text('Web shop'),
        status: optional('active', 'Status of the product'),
        ownerId: optional('checkout', 'Team that owns the product'),
        ownerName: optional('Checkout'),
        portId: optional('orders', "The port's id, else its name"),
        portName: optional('orders'),
        portType: optional('postgres'),
      }),
      { description: 'Ports of up to 200 products, output ports first' },
    ),
    accessCount: Type.Integer({
      examples: [1],
      description: 'All accesses to the output ports that are active, upcoming or requested',
    }),
    accesses: Type.Array(
      Type.Object({
        id: text('640864de-83d4-4619-afba-ccee8037ed3a'),
        lifecycle: Type.String({ enum: ['active', 'upcoming', 'requested'] }),
        dataProductId: text('web-shop'),
        dataProductName: optional('Web shop'),
        outputPortId: text('orders'),
        consumerType: Type.String({ enum: ['team', 'user', 'dataproduct'] }),
        consumerTeam: Type.Object(named('commerce')),
        consumerDataProduct: Type.Object(named('deliveries')),
        consumerUserId: optional('ada@example.com'),
        consumerUserName: optional('Ada Lovelace', 'Name of this person, if it is known'),
        startDate: optional('2026-01-01'),
        endDate: optional('2026-12-31', 'Last day'),
      }),
      { description: 'At most 200, active ones first' },
    ),
  },
  { $id: 'ContractUsages' },
);
