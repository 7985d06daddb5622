import type { TypeDialect } from '../../../../domain/dialects/dialect.ts';
import { scriptOf, sqlContract, tableOf } from './contract.ts';

const plain = [{ name: 'a', logicalType: 'integer' }];
const both = sqlContract([
  { name: 'orders', properties: plain },
  { name: 'lines', physicalName: 'order lines', properties: plain },
]);
const glue = { server: 's', type: 'glue' };

describe('files of Athena', () => {
  it('are apart for each table', () => {
    const { text, notes } = scriptOf(both, 'athena', { ...glue, location: 's3://b/x' });
    expect(text).toContain("LOCATION 's3://b/x/orders/'");
    expect(text).toContain("LOCATION 's3://b/x/order_lines/'");
    expect(notes).toContain('orders: its files are expected in a folder orders of its own.');
  });

  it('are where the contract says', () => {
    const filled = scriptOf(both, 'athena', { ...glue, location: 's3://b/{model}/v1' });
    expect(filled.text).toContain("LOCATION 's3://b/orders/v1/'");
    expect(filled.notes.filter((note) => note.startsWith('orders'))).toEqual([]);
    const alone = scriptOf(tableOf(...plain), 'athena', { ...glue, location: 's3://b/x' });
    expect(alone.text).toContain("LOCATION 's3://b/x/'");
    expect(alone.notes).toEqual([]);
  });

  it.each([
    ['json', "ROW FORMAT SERDE 'org.openx.data.jsonserde.JsonSerDe'", 0],
    ['csv', "ROW FORMAT SERDE 'org.apache.hadoop.hive.serde2.OpenCSVSerde'", 1],
    ['ORC', 'STORED AS ORC', 0],
    ['delta', 'STORED AS PARQUET', 1],
  ])('are read as %s', (format, clause, notes) => {
    const server = { ...glue, location: 's3://b/x', format };
    const script = scriptOf(tableOf(...plain), 'athena', server);
    expect(script.text).toContain(`)\n${clause}\nLOCATION`);
    expect(script.notes.length).toBe(notes);
  });
});

it.each<[TypeDialect, string | undefined, string]>([
  ['clickhouse', 'PARTITION BY (toYYYYMM(at))', 'partitioned by its month'],
  ['databricks', undefined, 'not partitioned, as each moment would be a partition'],
  ['trino', "partitioning = ARRAY['day(at)']", 'partitioned by its day'],
  ['athena', 'PARTITIONED BY (at timestamp)', 'each moment is a partition'],
])('%s has no partition for each moment, or says so', (dialect, clause, note) => {
  // `at` is a word of some platforms, and quoted there.
  const at = { name: 'at', logicalType: 'timestamp', partitioned: true, required: true };
  const { text, notes } = scriptOf(tableOf(at, ...plain), dialect);
  const unquoted = text.replaceAll(/["`]/g, '');
  if (clause === undefined) expect(unquoted).not.toContain('PARTITION');
  else expect(unquoted).toContain(clause);
  expect(notes.filter((text) => text.startsWith(`t.at: ${note}`)).length).toBe(1);
});

it('counts what names of ClickHouse become in names of files', () => {
  const { text } = scriptOf(tableOf({ name: '日'.repeat(40), logicalType: 'date' }), 'clickhouse');
  const name = /`(日+_[0-9a-f]{8})`/.exec(text)?.[1] ?? '';
  const escaped = Buffer.byteLength(name.replace(/_.*/, '')) * 3 + 9;
  expect(escaped).toBeGreaterThan(150);
  expect(escaped).toBeLessThanOrEqual(200);
});
