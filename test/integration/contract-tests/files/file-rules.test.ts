import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { closeTestSources, openTestSource } from '../open-test-source.ts';
import { runContract } from '../run-contract.ts';

let data: string;

beforeAll(() => {
  data = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'contract-rules-')));
});
afterAll(() => fs.rmSync(data, { recursive: true, force: true }));

const access = () => ({
  allowedHosts: [],
  allowedDataDirs: [data],
  credentials: {},
  statementTimeoutMs: 10_000,
});

const properties = [
  { name: 'number', physicalName: 'id', logicalType: 'integer' },
  { name: 'price', logicalType: 'number' },
  { name: 'at', logicalType: 'timestamp' },
  { name: 'D', logicalType: 'date' },
  { name: 't', logicalType: 'time' },
  { name: 'ok', logicalType: 'boolean' },
  { name: 'n', physicalType: 'int' },
  { name: 'note', logicalType: 'string' },
  {
    name: 'place',
    logicalType: 'object',
    properties: [
      { name: 'city', logicalType: 'string' },
      { name: 'City', logicalType: 'string' },
      { name: "it's", physicalName: "it's", logicalType: 'number' },
      { name: 'tags', logicalType: 'array', items: { logicalType: 'integer' } },
    ],
  },
  { name: 'any', logicalType: 'object' },
  { name: 'list', logicalType: 'array' },
  { name: 'free' },
];

const records = [
  {
    id: 9, price: -0.5, at: '2026-01-01T10:00:00Z', d: '2026-02-01', t: '10:00:00', ok: true, n: 9,
    note: 'a', place: { city: 'Oslo', "it's": 2, tags: [9, 10] }, any: { x: 1 }, list: [1, 'a'],
    free: 'f', other: '7',
  },
  {
    id: 10, price: 2.5, at: '2026-01-02T10:00:00+02:00', d: '2025-02-01', t: '11:00:00', ok: false,
    n: 10, note: 'b', place: { city: 'Bergen' }, any: { x: 2 }, list: [], free: 'g', other: '8',
  },
  {
    id: 2.5, price: 'x', at: 'never', d: 'x', t: 'x', ok: 'perhaps', n: 'x', note: null,
    place: 'nowhere', any: 'x', list: 'x', free: null, other: null,
  },
]; // prettier-ignore

function csvOf(rows: readonly Record<string, unknown>[]): string {
  const cellOf = (value: unknown): string => {
    if (value === null || value === undefined) return '';
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return `"${text.replaceAll('"', '""')}"`;
  };
  const names = Object.keys(rows[0] ?? {});
  const lines = rows.map((row) => names.map((name) => cellOf(row[name])).join(','));
  return [names.join(','), ...lines].map((line) => `${line}\n`).join('');
}

/** Answers of queries about the table, each by the one row that shows it. */
async function answersOf(
  queries: readonly string[],
  format: string,
  more: unknown[] = [],
): Promise<(string | undefined)[]> {
  const quality = queries.map((query) => ({ type: 'sql', query, mustBe: 'no such answer' }));
  const outcome = await runContract({
    schema: [{ name: 'orders', physicalName: 'orders-1', properties, quality }, ...more],
    server: { type: 'local', path: `{model}.${format}`, format },
    access: access(),
  });
  const checks = outcome.checks.filter(({ type }) => type === 'model_quality_sql');
  return checks.map(({ result, reason, details }) => (result === 'error' ? reason : details));
}

const expected: readonly (readonly [string, string])[] = [
  ['select max(id) from {object}', '10'],
  ['select avg(id) from orders', '9.5'],
  ['select typeof(id + n) from {object} limit 1', 'BIGINT'],
  ['select sum(price) from {object}', '2'],
  ['select count(*) from {object} where price < 0', '1'],
  ["select count(*) from {object} where d > date '2026-01-01'", '1'],
  [`select count(*) from {object} where "at" < timestamptz '2026-01-02T09:00:00Z'`, '2'],
  ["select count(*) from {object} where t > time '10:30:00'", '1'],
  ['select count(*) from {object} where ok', '1'],
  ['select max(n) from {object}', '10'],
  ['select max(note) from {object}', 'b'],
  ['select min(place.city) from {object}', 'Bergen'],
  [`select sum(place."it's") from {object}`, '2'],
  ['select max(list_max(place.tags)) from {object}', '10'],
  [`select max(("any" ->> 'x')::int) from {object}`, '2'],
  ['select max(len(list)) from {object}', '2'],
  ['select count(*) from {object} where place is null and "any" is null and list is null', '1'],
  ['select count(id) + count(price) + count("at") + count(d) + count(ok) from {object}', '10'],
  ['select count(*) from {object}', '3'],
];

describe.each(['csv', 'json'])('a query about a %s file', (format) => {
  beforeAll(() => {
    const lines = records.map((record) => `${JSON.stringify(record)}\n`).join('');
    fs.writeFileSync(path.join(data, `orders-1.${format}`), format === 'csv' ? csvOf(records) : lines); // prettier-ignore
  });

  it('sees the columns that the contract declares in their types', async () => {
    const answers = await answersOf(expected.map(([query]) => query), format); // prettier-ignore
    expect(answers).toEqual(expected.map(([, answer]) => `answer ${answer}`));
  });

  it('sees other columns as they are read, and other tables with their types, too', async () => {
    fs.writeFileSync(
      path.join(data, `lines.${format}`),
      format === 'csv' ? 'order\n9\n10\n' : '{"order": "9"}\n{"order": 10}\n',
    );
    const lines = { name: 'lines', properties: [{ name: 'order', logicalType: 'integer' }] };
    const answers = await answersOf(
      [
        'select count(*) from {object} o join lines l on o.id = l."order" and o.id < l."order" + 1',
        "select count(*) from {object} where other::varchar like '%7%' and free::varchar like '%f%'",
        'select max("order") from lines',
      ],
      format,
      [lines],
    );
    expect(answers).toEqual(['answer 2', 'answer 1', 'answer 10']);
  });

  it('leaves the other checks what is in the file', async () => {
    const outcome = await runContract({
      schema: [
        {
          name: 'orders-1',
          properties: [{ ...properties[1], quality: [{ type: 'sql', query: 'select 1', mustBe: 1 }] }],
        },
      ], // prettier-ignore
      server: { type: 'local', path: `{model}.${format}`, format },
      access: access(),
    });
    const type = outcome.checks.find((check) => check.type === 'field_type');
    expect(type?.reason).toBe("column: 1 value of 3 rows cannot be read as 'number'");
    expect(outcome.checks.find((check) => check.type === 'field_quality_sql')?.result).toBe(
      'passed',
    );
  });

  it('finds all columns in a file without a byte', async () => {
    fs.writeFileSync(path.join(data, `orders-1.${format}`), '');
    const queries = [
      'select count(*) from {object} where id > 5 and place.city is null',
      'select coalesce(sum(price), 0) from orders',
    ];
    expect(await answersOf(queries, format)).toEqual(['answer 0', 'answer 0']);
  });
});

/** First cell of each row of the answer, or its rows. */
async function rowsOf(query: string, whole = false): Promise<unknown[]> {
  const source = await openTestSource({ type: 'local', path: 'orders-1.csv' }, access());
  await source.describe(['orders-1']);
  const rows = await source.queryRule(query, 2);
  return whole ? rows : rows.map((row) => Object.values(row)[0]);
}

afterEach(closeTestSources);

describe('an answer of a query about files', () => {
  beforeAll(() => fs.writeFileSync(path.join(data, 'orders-1.csv'), 'id,note\n1,a\n'));

  it.each([
    ["select repeat('x', 100000) as a", 'x'],
    ["select repeat('x', 100000) as a -- end", 'x'],
    ["select repeat('x', 100000) as a; -- end", 'x'],
    ['select array_agg(range) from range(100000)', '[0,1,'],
    ["select {a: repeat('x', 100000)}", '{"a":"xxx'],
    ["select repeat('x', 100000)::blob", 'xxx'],
    ['select range(100000) as a, 1 as a', '[0,1,'],
  ])('ends after so many letters: %s', async (query, beginning) => {
    const [text] = await rowsOf(query);
    expect(String(text).startsWith(beginning)).toBe(true);
    expect(String(text)).toHaveLength(64 * 1024);
  });

  it('keeps its types and its order', async () => {
    const query =
      "select i as \"I D\", i + 0.5 as half, i > 1 as yes, date '2026-01-01' + i::int as d, 't' as t from range(4) r(i) order by i desc";
    expect(await rowsOf(query, true)).toEqual([
      { 'I D': 3, half: expect.anything(), yes: true, d: new Date('2026-01-04'), t: 't' },
      { 'I D': 2, half: expect.anything(), yes: true, d: new Date('2026-01-03'), t: 't' },
    ]);
  });

  it.each([
    "select repeat('x', 500000000)",
    "select repeat('x', 1000 * 1000 * 500)",
    "select repeat(repeat('x', 100000), 10000)",
    'select len(range(60000000))',
    'select len(list_resize([1], 60000000))',
    "select lpad('x', 500000000, 'y') from range(3)",
    "select printf('%500000000d', 1)",
    "select format('{:>{}}', 1, 500000000)",
    'with t as (select 500000000 as x) select len(range(x)) from t',
    'select count(*) from unnest(range(60000000))',
  ])('is not made when it is large of itself: %s', async (query) => {
    await expect(rowsOf(query)).rejects.toThrow(/a rule may use [a-z_]+\(\) with numbers of/);
  });

  it.each([
    "select lpad('7', 3, '0')",
    "select printf('%03d', 7)",
    "select format('{:03d}', 7)",
    'select max(i) from range(3000000) r(i)',
    'select repeat(note, id::int) from "orders-1"',
    `select rpad(note, length(note)::int + 1, ' ') from "orders-1"`,
    "select unnest(generate_series(date '2026-01-01', date '2026-02-01', interval 1 day)) limit 1",
    'select unnest(range(1, 1 + 5)) limit 1',
  ])('may be made otherwise: %s', async (query) => {
    await expect(rowsOf(query)).resolves.toHaveLength(1);
  });
});
