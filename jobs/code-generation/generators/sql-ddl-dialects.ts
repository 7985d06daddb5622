import type { TypeDialect } from '../../../domain/dialects/dialect.ts';

/** What the grammar of a platform's tables has. */
export type DdlDialect = {
  primaryKey?: KeyGrammar;
  unique?: KeyGrammar;
  foreignKey?: KeyGrammar & {
    /** Whether both columns have to be declared alike: to the letter, or but for lengths. */
    types: 'same' | 'alike';
    /** False where constraints cannot be added to a table. */
    isLater: boolean;
    /** True where the target has to be the primary key. */
    onlyPrimaryKeys?: boolean;
    /** True where a table cannot refer to itself. */
    notToItself?: boolean;
  };
  /** `later`: only by ALTER TABLE. */
  check?: 'inside' | 'later';
  notNull: boolean;
  comments: 'statements' | 'inside' | 'options' | 'properties' | 'equals';
  /** Most characters of a comment on a column and on a table. */
  commentLengths?: readonly [number, number];
  /** True where a script is read line by line and a line of a text could end the statement. */
  texts?: 'one line';
  /** `file`: bytes of the name of a file, in which other signs are written as %XX. */
  names: { longest: number; unit: 'bytes' | 'characters' | 'file'; forbidden: RegExp };
  /** True where names that differ by case only are the same. */
  ignoresCase: boolean;
  /** Types that no key can have. */
  noKeys?: RegExp;
};

/** What stands behind a key where the platform does not enforce it. */
type KeyGrammar = { behind: string };

const enforced = { behind: '' };
const notEnforced = { behind: ' NOT ENFORCED' };

/** Lone halves of characters and NUL have no place in any name. */
const never = /[\0\p{Cs}]/gu;
const nothingOdd = /[^\p{L}\p{N}_]/gu;

export const ddlDialects: Readonly<Partial<Record<TypeDialect, DdlDialect>>> &
  Readonly<Record<'postgres', DdlDialect>> = {
  postgres: {
    primaryKey: enforced,
    unique: enforced,
    foreignKey: { ...enforced, types: 'alike', isLater: true },
    check: 'inside',
    notNull: true,
    comments: 'statements',
    names: { longest: 63, unit: 'bytes', forbidden: never },
    ignoresCase: false,
    noKeys: /^(?:json|xml|point)$|^(?:json|xml|point)\[/,
  },
  mysql: {
    primaryKey: enforced,
    unique: enforced,
    foreignKey: { ...enforced, types: 'alike', isLater: true },
    check: 'inside',
    notNull: true,
    comments: 'inside',
    commentLengths: [1024, 2048],
    // Identifiers are kept in three bytes per character and end with no blank.
    names: {
      longest: 64,
      unit: 'characters',
      forbidden: /[\0\p{Cs}\u{10000}-\u{10FFFF}]|\s$/gu,
    },
    ignoresCase: true,
    noKeys: /^(?:json|geometry|point|vector)/,
  },
  snowflake: {
    primaryKey: notEnforced,
    unique: notEnforced,
    foreignKey: { ...notEnforced, types: 'alike', isLater: true },
    notNull: true,
    comments: 'equals',
    names: { longest: 255, unit: 'characters', forbidden: never },
    ignoresCase: true,
    noKeys: /^(?:VARIANT|OBJECT|ARRAY|GEO|VECTOR)/,
  },
  bigquery: {
    primaryKey: notEnforced,
    foreignKey: {
      ...notEnforced,
      types: 'same',
      isLater: true,
      onlyPrimaryKeys: true,
      notToItself: true,
    },
    notNull: true,
    comments: 'options',
    commentLengths: [1024, 16_384],
    names: { longest: 300, unit: 'characters', forbidden: /[^\p{L}\p{N}_ \-&%=+:'<>#|]/gu },
    ignoresCase: true,
    noKeys: /^(?:ARRAY|STRUCT|JSON|GEOGRAPHY|INTERVAL|FLOAT64|BYTES)|^TIME$/,
  },
  databricks: {
    primaryKey: notEnforced,
    foreignKey: { ...notEnforced, types: 'alike', isLater: true, onlyPrimaryKeys: true },
    check: 'later',
    notNull: true,
    comments: 'inside',
    // Delta without column mapping takes none of these.
    names: { longest: 255, unit: 'characters', forbidden: /[\0\p{Cc}\p{Cs} ,;{}()=./]/gu },
    ignoresCase: true,
    noKeys: /^(?:ARRAY|STRUCT|MAP|VARIANT|INTERVAL)/,
  },
  redshift: {
    primaryKey: enforced,
    unique: enforced,
    foreignKey: { ...enforced, types: 'alike', isLater: true },
    notNull: true,
    comments: 'statements',
    names: { longest: 127, unit: 'bytes', forbidden: never },
    ignoresCase: true,
    noKeys: /^(?:super|geo|hllsketch)/,
  },
  sqlserver: {
    primaryKey: enforced,
    unique: enforced,
    foreignKey: { ...enforced, types: 'same', isLater: true },
    check: 'inside',
    notNull: true,
    comments: 'properties',
    commentLengths: [3750, 3750],
    texts: 'one line',
    names: { longest: 128, unit: 'characters', forbidden: /[\0\p{Cc}\p{Cs}]/gu },
    ignoresCase: true,
    noKeys: /^(?:xml|geo|image|hierarchyid|vector|sql_variant)/,
  },
  trino: {
    notNull: true,
    comments: 'inside',
    names: { longest: 128, unit: 'characters', forbidden: never },
    ignoresCase: true,
  },
  duckdb: {
    primaryKey: enforced,
    unique: enforced,
    foreignKey: { ...enforced, types: 'same', isLater: false },
    check: 'inside',
    notNull: true,
    comments: 'statements',
    names: { longest: 255, unit: 'characters', forbidden: never },
    ignoresCase: true,
    noKeys: /^(?:STRUCT|MAP|UNION|BIT|INTERVAL)|\]$/,
  },
  oracle: {
    primaryKey: enforced,
    unique: enforced,
    foreignKey: { ...enforced, types: 'alike', isLater: true },
    check: 'inside',
    notNull: true,
    comments: 'statements',
    commentLengths: [1000, 1000],
    texts: 'one line',
    names: { longest: 128, unit: 'bytes', forbidden: /["\0\p{Cc}\p{Cs}]/gu },
    ignoresCase: true,
    noKeys: /^(?:BFILE|XMLTYPE|VECTOR)/,
  },
  clickhouse: {
    check: 'inside',
    notNull: true,
    comments: 'inside',
    names: { longest: 200, unit: 'file', forbidden: never },
    ignoresCase: false,
    noKeys: /^(?:JSON|Map|Array|Tuple|Point)/,
  },
  athena: {
    notNull: false,
    comments: 'inside',
    commentLengths: [255, 1000],
    names: { longest: 255, unit: 'bytes', forbidden: nothingOdd },
    ignoresCase: true,
  },
};
