import fs from 'node:fs';
import path from 'node:path';
import type { TypeDialect } from '../../../domain/dialects/dialect.ts';
import { sqlTypeOf } from '../../../domain/dialects/types/sql-type.ts';
import { normaliseProperties } from '../../../domain/standards/odcs/normalise-property.ts';

/** Recorded types of datacontract-cli; they live beside the repository and are never part of it. */
const folder = path.resolve(process.cwd(), '../shared/oracles/types');
const hasRecords = fs.existsSync(folder);
if (!hasRecords) console.log(`Skipped: the recorded types of columns are not at ${folder}`);
const recorded = hasRecords ? it : it.skip;

function read(file: string): unknown {
  return JSON.parse(fs.readFileSync(path.join(folder, file), 'utf8'));
}

type Declared = {
  logicalType?: string;
  physicalType?: string;
  logicalTypeOptions?: Record<string, unknown>;
  items?: string;
  properties?: string[];
};

type Row = {
  dialect: TypeDialect;
  declared: Declared;
  /** Undefined where the reference raises. */
  theirs: string | undefined;
  ours: string;
};

const isText = (text: string | undefined): boolean => /^(?:text|string|varchar)$/i.test(text ?? '');

/** Where ours differs on purpose. */
const deliberate: readonly { reason: string; applies: (row: Row) => boolean }[] = [
  {
    reason: 'the reference raises; ours writes a type of the platform',
    applies: ({ theirs }) => theirs === undefined,
  },
  {
    reason: 'the reference passes on types that the platform lacks, or other names of those it has',
    applies: ({ declared, theirs }) =>
      theirs?.toLowerCase() === declared.physicalType?.toLowerCase(),
  },
  {
    reason: 'objects without members are JSON, as no platform creates an empty struct',
    applies: ({ theirs }) => /^(?:struct<>|struct\(\)|tuple\(\))$/i.test(theirs ?? ''),
  },
  {
    reason: 'Redshift has SUPER and VARBYTE, no JSONB, arrays, UUID or BYTEA; its text ends at 256',
    applies: ({ dialect }) => dialect === 'redshift',
  },
  {
    reason: 'the greatest length is part of the type',
    applies: ({ declared }) => declared.logicalTypeOptions?.['maxLength'] !== undefined,
  },
  {
    reason: 'the length of a text is kept',
    applies: ({ dialect, theirs, ours }) =>
      dialect === 'postgres' && theirs === 'text' && ours.startsWith('varchar'),
  },
  {
    reason: 'a physical timestamp is what the platform calls one, with its digits',
    applies: ({ declared }) => declared.physicalType?.startsWith('timestamp') === true,
  },
  {
    reason: 'float of Postgres has eight bytes',
    applies: ({ dialect, declared }) =>
      dialect === 'postgres' && /^float/i.test(declared.physicalType ?? ''),
  },
  {
    reason: 'varchar and varbinary of SQL Server without a length hold one sign',
    applies: ({ dialect, theirs }) =>
      dialect === 'sqlserver' && /^var(?:char|binary)$/.test(theirs ?? ''),
  },
  {
    reason: 'arrays of Trino say what they hold',
    applies: ({ dialect, ours }) => dialect === 'trino' && /^(?:array|row)\(/.test(ours),
  },
  {
    reason: 'a UUID has its own type or 36 signs',
    applies: ({ declared }) => declared.logicalTypeOptions?.['format'] === 'uuid',
  },
  {
    reason: 'the integers of Snowflake are called as they are declared',
    applies: ({ dialect, declared, theirs }) =>
      dialect === 'snowflake' &&
      theirs === 'NUMBER' &&
      /int|long/.test(declared.physicalType ?? ''),
  },
  {
    reason: 'bytes of MySQL are not cut at 65,535, binary is its own type',
    applies: ({ dialect, theirs }) => dialect === 'mysql' && theirs === 'blob',
  },
  {
    reason: 'NUMERIC of BigQuery takes 29 digits before the point',
    applies: ({ dialect, ours }) => dialect === 'bigquery' && ours.startsWith('BIGNUMERIC'),
  },
  {
    reason: 'bytes of Oracle are not cut at 2,000',
    applies: ({ dialect, theirs }) => dialect === 'oracle' && theirs === 'RAW(2000)',
  },
  {
    reason: 'binary values of ClickHouse are texts of any length',
    applies: ({ dialect, theirs }) => dialect === 'clickhouse' && theirs === 'FixedString(16)',
  },
  {
    reason: 'a number without digits is a double where a decimal would keep none behind the point',
    applies: ({ declared, ours }) =>
      declared.logicalTypeOptions?.['precision'] === undefined &&
      /^(?:number|decimal)$/.test(declared.logicalType ?? '') &&
      /^(?:float|double)/i.test(ours),
  },
  {
    reason: 'texts of MySQL have no limit, and its moments keep parts of a second',
    applies: ({ dialect, ours }) => dialect === 'mysql' && /^text$|\(6\)$/.test(ours),
  },
  {
    reason: 'what is nested in ClickHouse may be null, and its dates begin before 1970',
    applies: ({ dialect, ours }) =>
      dialect === 'clickhouse' && /\(.*Nullable\(|^Date32$/.test(ours),
  },
  {
    reason:
      'nine digits behind the point are assumed where a decimal without digits would keep few',
    applies: ({ ours }) => /^(?:decimal|numeric|number)\(38,9\)$/i.test(ours),
  },
  {
    reason:
      'moments of ClickHouse are those of UTC; without a zone they are read in that of the server',
    applies: ({ ours }) => ours === "DateTime64(6, 'UTC')",
  },
  {
    reason: 'integers of Oracle are whole',
    applies: ({ dialect, ours }) => dialect === 'oracle' && ours === 'NUMBER(38,0)',
  },
  {
    reason:
      'precision and scale are parts of the physical type; as options they are not in the standard',
    applies: ({ declared }) => declared.logicalTypeOptions?.['precision'] !== undefined,
  },
];

const dialects: Readonly<Record<string, TypeDialect>> = {
  mssql: 'sqlserver',
  local: 'duckdb',
  s3: 'duckdb',
};

/** Texts that are no logical types of the standard. */
const old: Readonly<Record<string, Partial<Declared>>> = {
  long: { physicalType: 'long' },
  double: { physicalType: 'double' },
  bytes: { physicalType: 'bytes' },
  numeric: { physicalType: 'numeric' },
};

function propertyOf(declared: Declared) {
  const { items, properties, ...plain } = declared;
  const members = properties?.map((text) => {
    const [name, logicalType] = text.split(' ');
    return { name, logicalType };
  });
  const [property] = normaliseProperties([
    {
      name: 'c',
      ...plain,
      ...old[declared.logicalType ?? ''],
      ...(items !== undefined && { items: { logicalType: items } }),
      ...(members && { properties: members }),
    },
  ]).properties;
  if (!property) throw new Error('there is no property');
  return property;
}

/** Case and blanks, and names of one type. */
const same = (type: string | undefined): string | undefined =>
  type
    ?.toLowerCase()
    .replaceAll(/([,:<>()]) +/g, '$1')
    .replace(/^timestamp with time zone$/, 'timestamptz')
    .replaceAll(/\binteger\b/g, 'int')
    .replaceAll(/\bint64\b/g, 'int');

type Recorded = { dialect: string; declared: Declared; theirs: unknown };

function rowsOf(): Recorded[] {
  const { logical, physical, logicalWithOptions } = read('sql-types.generated.json') as {
    logical: Record<string, Record<string, unknown>>;
    physical: Record<string, Record<string, unknown>>;
    logicalWithOptions: (Declared & { dialect: string; sql: unknown })[];
  };
  const asserted = read('convert_to_sql_type.recorded.json') as {
    args: [Declared, string];
    output: unknown;
  }[];
  const each = (table: Record<string, Record<string, unknown>>, member: keyof Declared) =>
    Object.entries(table).flatMap(([dialect, types]) =>
      Object.entries(types).map(([type, theirs]) => ({
        dialect,
        declared: { [member]: type },
        theirs,
      })),
    );
  return [
    ...each(logical, 'logicalType'),
    ...each(physical, 'physicalType'),
    ...logicalWithOptions.map(({ dialect, sql, ...declared }) => ({
      dialect,
      declared,
      theirs: sql,
    })),
    ...asserted.map(({ args: [declared, dialect], output }) => ({
      dialect,
      declared,
      theirs: output,
    })),
  ];
}

recorded('columns are declared as recorded, but for what ours does better', () => {
  // There is no dialect of data frames.
  const rows = rowsOf().filter(({ dialect }) => dialect !== 'dataframe');
  const exempt = new Map<string, number>();
  const open: string[] = [];
  let agreed = 0;
  for (const { dialect: name, declared, theirs } of rows) {
    const dialect = dialects[name] ?? (name as TypeDialect);
    const { type: ours } = sqlTypeOf(dialect, propertyOf(declared));
    const row = {
      dialect,
      declared,
      theirs: typeof theirs === 'string' ? theirs : undefined,
      ours,
    };
    if (same(row.theirs) === same(ours) || (isText(row.theirs) && isText(ours))) {
      agreed += 1;
      continue;
    }
    const reason = deliberate.find((rule) => rule.applies(row))?.reason;
    if (reason === undefined) open.push(JSON.stringify(row));
    else exempt.set(reason, (exempt.get(reason) ?? 0) + 1);
  }
  const meant = [...exempt].map(([reason, count]) => `  ${count} × ${reason}`);
  console.log([`${agreed} of ${rows.length} types of columns as recorded`, ...meant].join('\n'));
  expect(open).toEqual([]);
  expect(agreed).toBeGreaterThan(400);
  // Every rule is needed.
  expect([...exempt.keys()].sort()).toEqual(deliberate.map(({ reason }) => reason).sort());
});
