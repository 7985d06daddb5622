import type { Construct, TableData } from './construct.ts';

const ids = (...values: (number | null)[]): TableData => ({
  columns: { id: 'integer' },
  rows: values.map((value) => [value]),
});

const id = { name: 'id', logicalType: 'integer' };

function ago(seconds: number): string {
  return new Date(Date.now() - seconds * 1_000).toISOString().slice(0, 19).replace('T', ' ');
}

const times = (...seconds: number[]): TableData => ({
  columns: { ts: 'timestamp' },
  rows: seconds.map((each) => [ago(each)]),
});

const hour = 3_600;
const day = 24 * hour;

function ofSla(
  name: string,
  check: string,
  sla: Record<string, unknown>,
  data: [number[], number[]],
): Construct {
  // prettier-ignore
  return {
    name,
    check,
    contract: ({ table }) => ({
      schema: { properties: [{ name: 'ts', logicalType: 'timestamp' }] },
      slaProperties: [{ ...sla, element: `${table}.ts` }],
    }),
    good: times(...data[0]),
    bad: times(...data[1]),
  };
}

function ofRows(
  name: string,
  rule: Record<string, unknown>,
  [good, bad]: [number[], number[]],
): Construct {
  // prettier-ignore
  return {
    name,
    check: 'row_count',
    contract: () => ({ schema: { properties: [id], quality: [rule] } }),
    good: ids(...good),
    bad: ids(...bad),
  };
}

const rowCount = (operator: Record<string, unknown>) => ({ metric: 'rowCount', ...operator });

/** Tables and columns that have to be there, keys between tables, service levels, and the operators of metrics. */
export const tableConstructs: readonly Construct[] = [
  {
    name: 'table present',
    check: 'model_is_present',
    contract: () => ({ schema: {} }),
    good: ids(1),
    bad: undefined,
  },
  {
    name: 'field present',
    check: 'field_is_present',
    contract: () => ({ schema: { properties: [id] } }),
    good: ids(1),
    bad: { columns: { other: 'integer' }, rows: [[1]] },
  },
  {
    name: 'no other columns',
    check: 'model_no_additional_columns',
    contract: () => ({
      schema: {
        properties: [id],
        customProperties: [{ property: 'additionalColumns', value: false }],
      },
    }),
    good: ids(1),
    bad: { columns: { id: 'integer', more: 'text' }, rows: [[1, 'x']] },
  },
  {
    name: 'foreign key of a property',
    check: 'field_foreign_key',
    contract: ({ other }) => ({
      schema: { properties: [{ ...id, relationships: [{ to: `${other}.id` }] }] },
      other: { properties: [id] },
    }),
    good: ids(1, 2, null),
    bad: ids(1, 9),
    other: ids(1, 2, 3),
  },
  {
    name: 'foreign key of two columns',
    check: 'model_foreign_key',
    contract: ({ table, other }) => ({
      schema: {
        properties: [{ name: 'a' }, { name: 'b' }],
        relationships: [{ from: [`${table}.a`, `${table}.b`], to: [`${other}.a`, `${other}.b`] }],
      },
      other: { properties: [{ name: 'a' }, { name: 'b' }] },
    }),
    good: { columns: { a: 'integer', b: 'text' }, rows: [[1, 'x'], [1, null]] }, // prettier-ignore
    bad: { columns: { a: 'integer', b: 'text' }, rows: [[1, 'x'], [2, 'x']] }, // prettier-ignore
    other: { columns: { a: 'integer', b: 'text' }, rows: [[1, 'x'], [2, 'y']] }, // prettier-ignore
  },
  ofSla('SLA freshness', 'servicelevel_freshness', { property: 'freshness', value: 1, unit: 'h' }, [
    [30 * 60, day],
    [2 * hour, day],
  ]),
  ofSla('SLA latency (ly)', 'servicelevel_freshness', { property: 'ly', value: 4, unit: 'd' }, [
    [3 * day],
    [5 * day],
  ]),
  ofSla('SLA retention', 'servicelevel_retention', { property: 'retention', value: 1, unit: 'y' }, [
    [day, 300 * day],
    [day, 400 * day],
  ]),
  ofSla('SLA frequency', 'servicelevel_frequency', { property: 'frequency', value: 1, unit: 'd' }, [
    [hour, 20 * hour, 40 * hour],
    [hour, 20 * hour, 60 * hour],
  ]),
  ofRows('mustBe', rowCount({ mustBe: 2 }), [[1, 2], [1]]),
  ofRows('mustNotBe', rowCount({ mustNotBe: 0 }), [[1], []]),
  ofRows('mustBeGreaterThan', rowCount({ mustBeGreaterThan: 1 }), [[1, 2], [1]]),
  ofRows('mustBeGreaterOrEqualTo', rowCount({ mustBeGreaterOrEqualTo: 1 }), [[1], []]),
  ofRows('mustBeLessThan', rowCount({ mustBeLessThan: 2 }), [[1], [1, 2]]),
  ofRows('mustBeLessOrEqualTo', rowCount({ mustBeLessOrEqualTo: 1 }), [[1], [1, 2]]),
  ofRows('mustBeBetween', rowCount({ mustBeBetween: [1, 2] }), [[1, 2], [1, 2, 3]]), // prettier-ignore
  ofRows('mustNotBeBetween', rowCount({ mustNotBeBetween: [1, 2] }), [[], [1, 2]]),
  ofRows('rowCount of 3.0 (rule: countCheck)', { type: 'library', rule: 'countCheck', mustBe: 1 }, [[1], []]), // prettier-ignore
];
