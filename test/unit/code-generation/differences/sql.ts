import type { Difference, DifferenceRule } from './difference.ts';

const between =
  (aspect: string, reference: RegExp, ours: RegExp) =>
  (difference: Difference): boolean =>
    difference.aspect === aspect &&
    reference.test(difference.reference) &&
    ours.test(difference.ours);

const ddl = (rule: Omit<DifferenceRule, 'format'>): DifferenceRule => ({
  format: 'sql-ddl',
  ...rule,
});

/** How tables differ from those of datacontract-cli, and why. */
export const sqlDdlDifferences: readonly DifferenceRule[] = [
  ddl({
    rule: 'Tables have their physical name',
    reason:
      'A physicalName is what the table is called on the platform; the reference writes the logical name.',
    count: 27,
    explains: ({ aspect }) => aspect === 'called',
  }),
  ddl({
    rule: 'Every description is a comment',
    reason:
      'MySQL, Trino, BigQuery and ClickHouse keep comments, too; the reference writes them for Snowflake, Databricks and ClickHouse, and not for every table.',
    count: 197,
    explains: between('comment', /^$/, /./),
  }),
  ddl({
    rule: 'No keys where the platform has none',
    reason: 'Trino refuses PRIMARY KEY; a note says that the key is not checked.',
    count: 12,
    explains: between('key', /./, /^$/),
  }),
  ddl({
    rule: 'Members of keys are NOT NULL',
    reason: 'A primary key has a value in every row, and some platforms want it said.',
    count: 42,
    explains: between('null', /^true$/, /^false$/),
  }),
  ddl({
    rule: 'Arrays of BigQuery are not NOT NULL',
    reason: 'BigQuery refuses the constraint on arrays, which are never null.',
    count: 2,
    explains: between('null', /^false$/, /^true$/),
  }),
  ddl({
    rule: 'Lengths are kept',
    reason:
      'A text of at most ten signs is varchar(10); the reference leaves lengths out on Postgres and of logical types.',
    count: 80,
    explains: between(
      'type',
      /^(?:text|string|varchar|varchar\(\d+\)|nvarchar2\(2000\)|text\[\])$/,
      /^(?:n?varchar2?(?:\(\d+\))?|string\(\d+\)|varchar\[\])$/,
    ),
  }),
  ddl({
    rule: 'Texts of SQL Server are as long as they are',
    reason: 'varchar without a length holds one sign; declared types stay as they are.',
    count: 30,
    explains: between('type', /^varchar$/, /^(?:n?varchar\(max\)|text)$/),
  }),
  ddl({
    rule: 'A physical text of Oracle is CLOB',
    reason: 'Oracle has no type text.',
    count: 4,
    explains: between('type', /^text$/, /^clob$/),
  }),
  ddl({
    rule: 'STRING and INTEGER of Snowflake',
    reason: 'Other names of TEXT and NUMBER(38,0); the contract says which.',
    count: 34,
    explains: between('type', /^(?:text|number)$/, /^(?:string|int|bigint)$/),
  }),
  ddl({
    rule: 'A physical timestamp stays one',
    reason:
      'TIMESTAMP of Postgres and Trino has no time zone; the reference turns it into another type.',
    count: 21,
    explains: between('type', /^timestamp(?:tz|\(3\)with time zone)$/, /^timestamp$/),
  }),
  ddl({
    rule: 'Nested types of Trino are declared',
    reason: 'Trino has ROW and ARRAY; JSON would lose the members, and few catalogs take it.',
    count: 11,
    explains: between('type', /^json$/, /^(?:row|array)\(/),
  }),
  ddl({
    rule: 'Objects without members are JSON',
    reason: 'No platform creates an empty struct.',
    count: 3,
    explains: between('type', /^(?:struct<>|tuple\(\))$/, /^(?:json|variant)$/),
  }),
  ddl({
    rule: 'float of Postgres has eight bytes',
    reason: 'That is what Postgres means by it; contract tests compare with it.',
    count: 1,
    explains: between('type', /^real$/, /^double precision$/),
  }),
  ddl({
    rule: 'Odd names of members are changed',
    reason: 'BigQuery and Databricks refuse them; a note says how the member is called.',
    count: 1,
    explains: between('type', /\^\[0-5\]\$/, /__0-5__|_\[0-5\]_|\^\[0-5\]\$/),
  }),
  ddl({
    rule: 'Numbers without digits are doubles',
    reason: 'A decimal without digits keeps none behind the point on these platforms.',
    count: 28,
    explains: between(
      'type',
      /^(?:number|numeric|decimal|decimal\(38,0\))$/,
      /^(?:float|float64|double|double precision)$/,
    ),
  }),
  ddl({
    rule: 'Decimals without digits keep some behind the point',
    reason:
      'Many platforms would keep none; nine are assumed, as BigQuery has them, and a note says so.',
    count: 16,
    explains: between(
      'type',
      /\b(?:number|numeric|decimal)(?:\(38,0\))?(?![(\w])/,
      /\b(?:number|numeric|decimal)\(38,9\)/,
    ),
  }),
  ddl({
    rule: 'Moments of ClickHouse are those of UTC',
    reason: 'Without a zone they are read in that of the server.',
    count: 3,
    explains: between('type', /^(?:datetime64\(6\)|timestamptz)$/, /^datetime64\(6,'utc'\)$/),
  }),
  ddl({
    rule: 'Texts of MySQL have no limit',
    reason: 'varchar(255) refuses what is longer; the contract gives no length.',
    count: 30,
    explains: between('type', /^varchar\(255\)$/, /^text$/),
  }),
  ddl({
    rule: 'Moments of MySQL keep parts of a second',
    reason: 'Without digits MySQL rounds to seconds; its timestamp ends in 2038.',
    count: 11,
    explains: between(
      'type',
      /^(?:timestamp|datetime|time)$/,
      /^(?:timestamp|datetime|time)\(6\)$/,
    ),
  }),
  ddl({
    rule: 'Integers of Oracle are whole',
    reason: 'NUMBER without digits takes 1.5.',
    count: 1,
    explains: between('type', /^number$/, /^number\(38,0\)$/),
  }),
  ddl({
    rule: 'What is nested in ClickHouse may be null',
    reason: 'Members and items that are not required may be null, which ClickHouse has to be told.',
    count: 7,
    explains: between('type', /^(?:array|tuple|map)\(/, /nullable\(/),
  }),
  ddl({
    rule: 'Numbers and names that are no types',
    reason:
      'The reference passes them on, and the script fails; ours takes the logical type, or the type of another platform for what it means.',
    count: 253,
    explains: between(
      'type',
      /^(?:[159]|str|enum|repeated message|float64|int|datetime|timestamptz|timestamp_tz|uuid|json|array|struct|boolean|decimal|double|bigint|string|float64\(3,2\)|float\(3,2\)|varchar2?)$/,
      /^(?:number|numeric|decimal|int32|int|bigint|number\((?:19|38),0\)|text|string|n?varchar2?\(\d+\)|nvarchar\(max\)|varchar|json|jsonb\[\]|array.*|clob|char\(1\)|char\(36\)|uniqueidentifier|double precision|double|float|float64|binary_double|timestamp|timestamp_ntz|timestamp_tz|timestamp\([36]\)with time zone|datetimeoffset|datetime(?:64)?\(6\)|variant|decimal\(38,0\))$/,
    ),
  }),
];

/** How queries differ from those of datacontract-cli, and why. */
export const sqlSelectDifferences: readonly DifferenceRule[] = [
  {
    format: 'sql-select',
    rule: 'Tables have their physical name',
    reason: 'The reference selects physical columns from the logical name of their table.',
    count: 3,
    explains: ({ aspect }) => aspect === 'table',
  },
];
