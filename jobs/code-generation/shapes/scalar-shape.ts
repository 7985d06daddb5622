import { logicalTypeOfParsed } from '../../../domain/dialects/types/column-types.ts';
import type { TypeDialect } from '../../../domain/dialects/dialect.ts';
import type { NativeType } from '../../../domain/dialects/types/native-type.ts';
import { typeSystems } from '../../../domain/dialects/types/type-systems.ts';
import type { ContractServer, LogicalType } from '../../../domain/standards/odcs/contract-model.ts';
import { integerShape, numberShape } from './number-shape.ts';
import type { Described } from './number-shape.ts';
import type { Shape } from './shape.ts';

const binaryNames =
  /^(?:binary|varbinary|bytea|bytes|blob|raw|image|(?:tiny|medium|long)blob|rowversion|binary varying|long varbinary)$/;

const uuidNames = /^(?:uuid|guid|uniqueidentifier)$/;

const jsonNames = /^(?:jsonb?|variant|super|dynamic|any)$/;

/** BigQuery and Postgres know most names that people write without naming a server. */
const otherDialects = [
  'bigquery',
  'postgres',
  'snowflake',
  ...Object.keys(typeSystems),
] as TypeDialect[];

/** The logical type of a native type; without a platform, that of the first platform that knows the name. */
export function logicalTypeOfNative(
  native: NativeType,
  dialect: TypeDialect | undefined,
): LogicalType | undefined {
  for (const candidate of dialect === undefined ? otherDialects : [dialect, ...otherDialects]) {
    const logical = logicalTypeOfParsed(candidate, native);
    if (logical !== undefined) return logical;
  }
  return undefined;
}

function textShape({ native, property }: Described): Shape {
  const name = native?.name ?? '';
  const format = property?.options.format?.toLowerCase();
  if (binaryNames.test(name) || format === 'binary' || format === 'byte') return { kind: 'bytes' };
  return { kind: 'text', isUuid: uuidNames.test(name) || format === 'uuid' };
}

/** Fractional digits of seconds, from the name or a parameter of a type. */
function digitsOf(native: NativeType | undefined): number | undefined {
  const [, unit] = /[_-](s|ms|us|ns|millis|micros|nanos)$/.exec(native?.name ?? '') ?? [];
  if (unit !== undefined)
    return { s: 0, ms: 3, us: 6, ns: 9, millis: 3, micros: 6, nanos: 9 }[unit];
  const digits = Number.parseInt(native?.parameters[0] ?? '', 10);
  return digits >= 0 && digits <= 12 ? digits : undefined;
}

/** Platforms whose `timestamp` has no zone. Of files, which other engines write, nothing is known. */
const localTimestamps: ReadonlySet<string> = new Set(
  'postgres postgresql cockroach cockroachdb redshift snowflake duckdb trino presto athena glue oracle hive impala vertica db2'.split(
    ' ',
  ),
);

/** True if timestamps without a declared zone have none on this server. */
export const hasLocalTimestamps = (server: ContractServer | undefined): boolean =>
  localTimestamps.has(server?.type.toLowerCase() ?? '');

function timestampShape({ native, property, isLocal: isBareLocal = false }: Described): Shape {
  const name = native?.name ?? '';
  const isLocal =
    /without time zone|ntz$|^datetime2?$|^smalldatetime$|^local-/.test(name) ||
    (isBareLocal && name === 'timestamp');
  const hasZone = /with (?:local )?time zone|tz$|^datetimeoffset$/.test(name);
  const said = isLocal ? false : hasZone || undefined;
  return { kind: 'timestamp', zone: property?.options.timezone ?? said, digits: digitsOf(native) };
}

const byLogicalType: Readonly<Partial<Record<LogicalType, (described: Described) => Shape>>> = {
  string: textShape,
  integer: integerShape,
  number: numberShape,
  boolean: () => ({ kind: 'boolean' }),
  date: () => ({ kind: 'date' }),
  time: ({ native }) => ({ kind: 'time', digits: digitsOf(native) }),
  timestamp: timestampShape,
};

/** The shape of a scalar; undefined for unknown types. */
export function scalarShape(
  described: Described,
  logical: LogicalType | undefined,
): Shape | undefined {
  const shapeOf = logical && byLogicalType[logical];
  if (shapeOf !== undefined) return shapeOf(described);
  const name = described.native?.name ?? '';
  if (binaryNames.test(name) || uuidNames.test(name)) return textShape(described);
  if (jsonNames.test(name)) return { kind: 'json', isObject: false };
  return undefined;
}
