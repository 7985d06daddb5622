import fs from 'node:fs';
import path from 'node:path';
import { dialectOf } from '../../../domain/dialects/dialect.ts';
import type { TypeDialect } from '../../../domain/dialects/dialect.ts';
import { logicalTypeOf } from '../../../domain/dialects/types/column-types.ts';
import { matchesPhysicalType } from '../../../domain/dialects/types/physical-type.ts';

/** Recorded answers of datacontract-cli; they live beside the repository and are never part of it. */
const folder = path.resolve(process.cwd(), '../shared/oracles/types');
const hasRecords = fs.existsSync(folder);
if (!hasRecords) console.log(`Skipped: the recorded answers about types are not at ${folder}`);
const recorded = hasRecords ? it : it.skip;

function read(file: string): unknown {
  return JSON.parse(fs.readFileSync(path.join(folder, file), 'utf8'));
}

const dialectNamed = (name: string): TypeDialect =>
  name === 'tsql' ? 'sqlserver' : (name as TypeDialect);

type Row = { dialect: TypeDialect; declared: string; actual: string; theirs: boolean | null };

/** Where ours differs on purpose. */
const deliberate: readonly { reason: string; applies: (row: Row) => boolean }[] = [
  {
    reason: 'a serial column is an integer column',
    applies: ({ dialect, declared, theirs }) =>
      dialect === 'postgres' && /^(?:big)?serial$/.test(declared) && theirs === false,
  },
  {
    reason: 'types that people made are read by their name, not as USER-DEFINED',
    applies: ({ actual }) => actual === 'USER-DEFINED',
  },
  {
    reason: 'Redshift keeps text as varchar(256)',
    applies: ({ dialect, declared, actual }) =>
      dialect === 'redshift' &&
      /^(?:text|string|clob)$/i.test(declared) &&
      actual === 'character varying(256)',
  },
  {
    reason: 'an integer of Snowflake or Oracle is a number without digits behind the point',
    applies: ({ dialect, declared, actual }) =>
      /^(?:snowflake|oracle)$/.test(dialect) &&
      /^(?:(?:tiny|small|big)?int(?:eger|\d+)?|long)$/i.test(declared) &&
      actual.startsWith('NUMBER('),
  },
  {
    reason: 'DATETIME of Snowflake is TIMESTAMP_NTZ',
    applies: ({ dialect, declared }) => dialect === 'snowflake' && /^datetime$/i.test(declared),
  },
  {
    reason: 'a BIGNUMERIC is no FLOAT in Snowflake',
    applies: ({ dialect, declared }) => dialect === 'snowflake' && declared === 'BIGNUMERIC',
  },
  {
    reason: 'the long names of standard SQL are understood everywhere',
    applies: ({ declared, theirs }) => / with(?:out)? time zone$/.test(declared) && theirs === null,
  },
  {
    reason: 'a timestamp without time zone is no datetimeoffset in SQL Server, but a datetime2',
    applies: ({ dialect, declared, actual }) =>
      dialect === 'sqlserver' &&
      /^timestamp_ntz$/i.test(declared) &&
      /^datetime(?:2|offset)\(7\)$/.test(actual),
  },
  {
    reason: 'SQL Server has no arrays, so no column is one',
    applies: ({ dialect, declared, theirs }) =>
      dialect === 'sqlserver' && declared.endsWith('[]') && theirs === null,
  },
  {
    reason: 'RAW, ROWID and INTERVAL are types of Oracle',
    applies: ({ dialect, declared, actual }) =>
      dialect === 'oracle' &&
      (/^(?:raw|rowid)/i.test(declared) || /^(?:RAW|ROWID|INTERVAL)/.test(actual)),
  },
];

recorded('physical types match as recorded, but for what ours does better', () => {
  const { rows } = read('physical-type-match.generated.json') as {
    rows: [string, string, string, boolean | null][];
  };
  const counts = new Map<string, { agreed: number; total: number; open: string[] }>();
  const exempt = new Map<string, number>();
  for (const [name, declared, actual, theirs] of rows) {
    const row = { dialect: dialectNamed(name), declared, actual, theirs };
    const ours = matchesPhysicalType(row.dialect, declared, actual) ?? null;
    const count = counts.get(name) ?? { agreed: 0, total: 0, open: [] };
    counts.set(name, count);
    const reason =
      ours === theirs ? undefined : deliberate.find((rule) => rule.applies(row))?.reason;
    if (reason === undefined) count.total += 1;
    else exempt.set(reason, (exempt.get(reason) ?? 0) + 1);
    if (ours === theirs) count.agreed += 1;
    else if (reason === undefined)
      count.open.push(`${declared} against ${actual}: ${String(ours)}`);
  }
  const lines = [...counts].map(
    ([name, { agreed, total }]) =>
      `  ${name}: ${agreed} of ${total} (${((100 * agreed) / total).toFixed(2)} %)`,
  );
  const meant = [...exempt].map(([reason, count]) => `  ${count} × ${reason}`);
  console.log(['physical types that match as recorded', ...lines, ...meant].join('\n'));
  expect(counts.size).toBe(9);
  for (const { agreed, total, open } of counts.values()) {
    expect({ ratio: agreed / total >= 0.98, open }).toEqual({ ratio: true, open: [] });
  }
  // Every rule is needed.
  expect([...exempt.keys()].sort()).toEqual(deliberate.map(({ reason }) => reason).sort());
});

recorded('physical types match as the tests of the reference assert', () => {
  const cases = read('physical_type_matches.recorded.json') as {
    args: [string | null, string, string];
    output: [boolean | null];
  }[];
  expect(cases.length).toBeGreaterThan(70);
  for (const { args, output } of cases) {
    const [declared, actual, name] = args;
    const ours = matchesPhysicalType(dialectNamed(name), declared ?? '', actual) ?? null;
    expect([...args, ours]).toEqual([...args, output[0]]);
  }
});

recorded('types of SQL stand for the logical types that were recorded', () => {
  const cases = read('map_type_from_sql.recorded.json') as {
    args: [string];
    output: [string, null];
  }[];
  for (const { args, output } of cases) {
    const dialect = /ntz|\(9\)/i.test(args[0]) ? 'snowflake' : 'postgres';
    expect([args[0], logicalTypeOf(dialect, args[0])]).toEqual([args[0], output[0]]);
  }
  const names = read('normalize_type_name.recorded.json') as { args: [string]; output: string }[];
  for (const { args, output } of names) {
    expect([args[0], logicalTypeOf('oracle', args[0])]).toEqual([args[0], output]);
  }
});

/** Server types that no checks run on here. */
const without = new Set(['athena', 'dataframe', 'impala', 'oracle']);

recorded('server types have the dialects that were recorded', () => {
  const cases = read('dialect_for_server_type.recorded.json') as {
    args: [string | null];
    output: string | null;
  }[];
  for (const { args, output } of cases) {
    const [type] = args;
    if (type === null) continue;
    const expected = output === null || without.has(type) ? undefined : dialectNamed(output);
    expect([type, dialectOf(type)]).toEqual([type, expected]);
  }
});
