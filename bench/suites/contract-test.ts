import { Client } from 'pg';
import { benchServer, compare, runTest, time } from '../data/contract-test-run.ts';
import type { Figure } from '../figures.ts';
import type { BenchServers } from '../servers.ts';

const rows = 5_000_000;
const rounds = 3;
const numbers = 10;
const texts = 20;

type Check = { condition: string; mix: 'null' | 'range' | 'length' | 'pattern' };

const each = <T>(count: number, make: (index: number) => T[]): T[] =>
  Array.from({ length: count }, (_, index) => make(index)).flat();

/** 200 checks: 80 of nulls, 60 of ranges, 40 of lengths, 20 of patterns. */
const checks: readonly Check[] = [
  ...each(numbers, (n): Check[] => [
    { condition: `n${n} is null`, mix: 'null' },
    ...[`n${n} < 0`, `n${n} > 999`, `n${n} < -1`, `n${n} = -1`, `n${n} > 1000`, `n${n} = 1000`].map(
      (condition): Check => ({ condition, mix: 'range' }),
    ),
  ]),
  ...each(texts, (t): Check[] => [
    { condition: `t${t} is null`, mix: 'null' },
    { condition: `length(t${t}) < 2`, mix: 'length' },
    { condition: `length(t${t}) > 12`, mix: 'length' },
    { condition: `t${t} !~ '^v[0-9]+$'`, mix: 'pattern' },
  ]),
  // Two more rules of the same kind on most columns.
  ...each(50, (index): Check[] => [
    { condition: `${index < 30 ? nameOf(index) : nameOf(index - 30)} is null`, mix: 'null' },
  ]),
];

function nameOf(index: number): string {
  return index < numbers ? `n${index}` : `t${index - numbers}`;
}

const nullRule = { metric: 'nullValues', mustBe: 0 };

function properties(): Record<string, unknown>[] {
  return Array.from({ length: numbers + texts }, (_, index) => {
    const isNumber = index < numbers;
    return {
      name: nameOf(index),
      required: true,
      logicalTypeOptions: isNumber
        ? { minimum: 0, maximum: 999, exclusiveMinimum: -1, exclusiveMaximum: 1000 }
        : { minLength: 2, maxLength: 12, pattern: '^v[0-9]+$' },
      quality: index < 20 ? [nullRule, nullRule] : [nullRule],
    };
  });
}

async function createRows(client: Client): Promise<void> {
  const names = Array.from({ length: numbers + texts }, (_, index) => nameOf(index));
  const declared = names.map((name) => `${name} ${name.startsWith('n') ? 'integer' : 'text'}`);
  const values = names.map((name, index) =>
    name.startsWith('n') ? `(n * ${index + 7}) % 1000` : `'v' || (n * ${index + 3}) % 100000`,
  );
  await client.query(`create unlogged table bench_rows (id integer, ${declared.join(', ')})`);
  await client.query(
    `insert into bench_rows select n, ${values.join(', ')} from generate_series(1, ${rows}) n`,
  );
  await client.query('vacuum analyze bench_rows');
}

const count = (condition: string): string => `count(*) filter (where ${condition})`;

/** Measures one query for each of a fifth of the checks, in the same mix, times five. */
async function oneByOne(client: Client): Promise<number> {
  const wanted = { null: 16, range: 12, length: 8, pattern: 4 };
  const chosen = (Object.keys(wanted) as Check['mix'][]).flatMap((mix) =>
    checks.filter((check) => check.mix === mix).slice(0, wanted[mix]),
  );
  const spent = await time(async () => {
    for (const { condition } of chosen) {
      await client.query(`select ${count(condition)} from bench_rows`);
    }
  });
  return spent * (checks.length / chosen.length);
}

/**
 * Compares a contract test of five million rows with one hand-written query, one query per check, and one GROUP
 * BY.
 */
export async function benchContractTest(servers: BenchServers): Promise<Figure[]> {
  const client = new Client({ connectionString: servers.databaseUrl });
  await client.connect();
  await createRows(client);
  const server = benchServer(servers.databaseUrl);
  const contract = { ...server, schema: [{ name: 'bench_rows', properties: properties() }] };
  const unique = {
    ...server,
    schema: [{ name: 'bench_rows', properties: [{ name: 'id', unique: true }] }],
  };
  const hand = `select count(*), ${checks.map(({ condition }) => count(condition)).join(', ')} from bench_rows`;
  const byHand =
    'select count(*) from (select 1 from bench_rows group by id having count(*) > 1) d';
  const outcome = await runTest(contract);
  const measured = outcome.checks.filter(({ type }) => type !== 'field_is_present').length;
  if (measured !== checks.length) throw new Error(`${measured} checks instead of ${checks.length}`);
  let spent = 0;
  const what = `Contract test, ${rows / 1e6} M rows, ${measured} checks (40 % null, 30 % range, 20 % length, 10 % pattern)`;
  const scan = await compare({ what, limit: 'one aggregate by hand', most: 1.5 }, rounds, {
    ours: async () => (spent = await time(() => runTest(contract))),
    floor: () => client.query(hand),
  });
  const apart = await oneByOne(client);
  const duplicates = await compare(
    { what: 'Uniqueness of a column of it', limit: 'GROUP BY by hand', most: 1.5 },
    rounds,
    { ours: () => runTest(unique), floor: () => client.query(byHand) },
  );
  await client.query('drop table bench_rows');
  await client.end();
  return [
    scan,
    {
      what: 'The same against one query per check (40 of them, times 5)',
      ours: `${spent.toFixed(0)} ms`,
      limit: `${apart.toFixed(0)} ms`,
      ratio: apart / spent,
      demand: '≥ 5 times faster',
      met: apart / spent >= 5,
    },
    duplicates,
  ];
}
