import type { TypeDialect } from '../../../../domain/dialects/dialect.ts';
import { keptDigits } from '../../../../domain/dialects/types/decimal-digits.ts';
import { typeSystems } from '../../../../domain/dialects/types/type-systems.ts';
import type { DdlDialect } from '../sql/ddl-dialect.ts';
import { ddlDialects } from '../sql/dialects.ts';

/** Rules of the dialect of SQLAlchemy for a platform, and of the platform itself. */
export type AlchemyPlatform = {
  /** The package of the dialect in `sqlalchemy.dialects`, for types that only this dialect has. */
  module?: string;
  /** The name of JSON columns; the platform has none without it. */
  json?: 'JSON' | 'JSONB';
  /** Columns can be arrays of plain values. */
  arrays?: true;
  /** UUIDs of SQLAlchemy 1.4 have a type. */
  uuids?: true;
  /** Times of a day have no type. */
  withoutTimes?: true;
  /** Times of a day can have a zone. */
  zonedTimes?: true;
  /** Timestamps are declared without their zone. */
  withoutZones?: true;
  /** TIMESTAMP has a zone and DATETIME has none. */
  zonedTimestamps?: true;
  /** The type of a timestamp without a zone in the module of the dialect; `DateTime` by default. */
  localTimestamp?: string;
  /** `DateTime` has neither a fraction of a second nor a zone, and TIMESTAMP has both. */
  coarseDateTime?: true;
  /** Types of times and timestamps that are declared with digits of a second, none by default. */
  fractional?: { time: string; timestamp: string };
  /** Allowed values are declared as texts with a length. */
  needsLengths?: true;
  /** Keys of texts and bytes need a length. */
  needsKeyLengths?: true;
  /** Types of bytes, if the generic ones are too small. */
  bytes?: { key?: string; long?: string };
  /** Types of floating-point numbers with 32 and 64 bits. */
  floats?: { 32: string; 64: string };
  /** The dialect does not know the type `Double`. */
  withoutDouble?: true;
  /** Digits of integers with more than 64 bits, if they are not as many as the integers have. */
  wideDigits?: number;
  /** A text is compared with a date as a date. */
  readsDates?: true;
  /** A number of 32 bits is compared with a decimal in 32 bits. */
  narrows?: true;
  /** The length of a text does not count trailing blanks. */
  ignoresTrailingBlanks?: true;
  /** Checks need a name. */
  namesChecks?: true;
  /** A schema with a dot in its name is a database and a schema. */
  qualifiedSchemas?: true;
};

/** Tables for any database. */
const anyPlatform: AlchemyPlatform = { json: 'JSON', readsDates: true };

const platforms: Readonly<Record<TypeDialect, AlchemyPlatform>> = {
  postgres: {
    module: 'postgresql',
    json: 'JSONB',
    arrays: true,
    uuids: true,
    zonedTimes: true,
    wideDigits: 78,
    readsDates: true,
  },
  redshift: {},
  mysql: {
    module: 'mysql',
    json: 'JSON',
    withoutZones: true,
    fractional: { time: 'TIME', timestamp: 'DATETIME' },
    needsLengths: true,
    needsKeyLengths: true,
    // LargeBinary is a BLOB, which holds 64 KiB.
    bytes: { long: 'LONGBLOB' },
    wideDigits: 65,
    readsDates: true,
  },
  duckdb: { json: 'JSON', readsDates: true, narrows: true },
  sqlserver: {
    module: 'mssql',
    json: 'JSON',
    // DATETIME rounds to 1/300 of a second.
    localTimestamp: 'DATETIME2',
    needsKeyLengths: true,
    readsDates: true,
    narrows: true,
    ignoresTrailingBlanks: true,
    qualifiedSchemas: true,
  },
  snowflake: { withoutZones: true, qualifiedSchemas: true },
  bigquery: { zonedTimestamps: true, withoutDouble: true, qualifiedSchemas: true },
  databricks: { withoutTimes: true, zonedTimestamps: true },
  trino: { json: 'JSON' },
  athena: { withoutTimes: true, withoutZones: true },
  oracle: {
    module: 'oracle',
    withoutTimes: true,
    coarseDateTime: true,
    needsLengths: true,
    needsKeyLengths: true,
    bytes: { key: 'RAW' },
    // FLOAT of Oracle counts binary digits.
    floats: { 32: 'BINARY_FLOAT', 64: 'BINARY_DOUBLE' },
    narrows: true,
  },
  clickhouse: { withoutTimes: true, withoutZones: true, namesChecks: true },
};

/** The rules of a platform, or of tables for any database. */
export const platformOf = (dialect: TypeDialect | undefined): AlchemyPlatform =>
  dialect === undefined ? anyPlatform : platforms[dialect];

export const titleOf = (dialect: TypeDialect | undefined): string =>
  dialect === undefined ? 'the database' : typeSystems[dialect].title;

/** Digits of a decimal as far as the platform keeps them. */
export function digitsOn(
  dialect: TypeDialect | undefined,
  precision: number,
  scale: number,
): [precision: number, scale: number] {
  if (dialect === undefined) return [precision, scale];
  const { digits } = typeSystems[dialect].sql;
  const kept = keptDigits(digits.wide ?? digits, { precision, scale });
  return [kept.precision, kept.scale];
}

/** True where a decimal without digits would lose its fraction. */
export const needsDigits = (dialect: TypeDialect | undefined): boolean =>
  dialect !== undefined && typeSystems[dialect].sql.decimalsNeedDigits === true;

const anyGrammar: Pick<DdlDialect, 'check' | 'unique'> = {
  check: 'inside',
  unique: { suffix: '' },
};

/** The constraints that tables of the platform can have. */
export const grammarOf = (dialect: TypeDialect | undefined): Pick<DdlDialect, 'check' | 'unique'> =>
  dialect === undefined ? anyGrammar : ddlDialects[dialect];

/** Maximum number of characters of a comment on a column and on a table, where there is a limit. */
export const commentLengthsOf = (dialect: TypeDialect | undefined): readonly [number?, number?] =>
  (dialect && ddlDialects[dialect].commentLengths) ?? [];
