/** What a column of a construct's table holds; each platform has its own type for it. */
export type ColumnKind =
  | 'integer'
  | 'number'
  | 'double'
  | 'text'
  | 'boolean'
  | 'date'
  | 'timestamp'
  | 'texts'
  | 'place';

export const platformNames = ['Postgres', 'MariaDB', 'CSV', 'Parquet'] as const;
export type PlatformName = (typeof platformNames)[number];

/** One table as it is on the platforms; `undefined` rows mean that there is no such table. */
export type TableData = {
  columns: Readonly<Record<string, ColumnKind>>;
  rows: readonly (readonly unknown[])[];
};

/** The names that one case has on the platforms: its own table, and another one beside it. */
export type CaseNames = { table: string; other: string };

/** What a contract says of the tables of one case. */
export type CaseContract = {
  /** Members of the schema object beside `name`. */
  schema: Record<string, unknown>;
  /** Another table of the contract. */
  other?: Record<string, unknown>;
  slaProperties?: readonly Record<string, unknown>[];
};

/** One construct of ODCS with data that keep it and data that break it. */
export type Construct = {
  name: string;
  /** `type` of the check that has to pass and to fail. */
  check: string;
  /** What the breaking data give; `failed` when left out. */
  breaks?: 'failed' | 'warning' | 'unknown' | 'error';
  /** Result of the keeping data; `passed` when left out. */
  keeps?: 'passed' | 'unknown';
  contract: (names: CaseNames, platform: PlatformName) => CaseContract;
  good: TableData | undefined;
  bad: TableData | undefined;
  /** The table beside it, the same for both. */
  other?: TableData;
  /** Platforms on which it says nothing, each with the reason. */
  except?: Partial<Record<PlatformName, string>>;
};

/** A construct of one column `v`: what the contract says of it, values that keep it, and values that break it. */
export function ofColumn(
  name: string,
  check: string,
  column: { kind: ColumnKind; property: Record<string, unknown>; good: unknown[]; bad: unknown[] },
  more: Partial<Construct> = {},
): Construct {
  const { kind, property, good, bad } = column;
  const data = (values: unknown[]): TableData => ({
    columns: { id: 'integer', v: kind },
    rows: values.map((value, index) => [index + 1, value]),
  });
  return {
    name,
    check,
    contract: () => ({
      schema: {
        properties: [{ name: 'id' }, { name: 'v', ...property }],
      },
    }),
    good: data(good),
    bad: data(bad),
    ...more,
  };
}

/** A quality rule on the column `v`. */
export function ofRule(
  name: string,
  check: string,
  column: { kind: ColumnKind; rule: Record<string, unknown>; good: unknown[]; bad: unknown[] },
  more: Partial<Construct> = {},
): Construct {
  const { rule, ...rest } = column;
  return ofColumn(name, check, { ...rest, property: { quality: [rule] } }, more);
}
