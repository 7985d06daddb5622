import { literalOf } from '../../../../domain/dialects/literals/literal.ts';
import type { LogicalType } from '../../../../domain/standards/odcs/contract-model.ts';
import { itemOf } from '../inner-values.ts';
import type { NestedParts, SqlDialect, SqlValue } from '../sql-dialect.ts';
import { likeCondition } from './like.ts';
import { binary, isTextType, sqlserverText } from './text.ts';

/** A value from OPENJSON, and its text if it has a certain kind of JSON, else NULL. */
type OpenValue = SqlValue & { ofKind?: (kind: Kind) => string };

/** Type numbers of OPENJSON; 0 is null, whose text is NULL. */
const kinds = { string: 1, number: 2, boolean: 3, array: 4, object: 5 } as const;
type Kind = keyof typeof kinds;

/** The text of a value of that kind, else NULL, for which OPENJSON returns no rows. */
function textOfKind(value: OpenValue, kind: Kind): string {
  if (value.ofKind !== undefined) return value.ofKind(kind);
  const text = isTextType(value) ? value.sql : `cast(${value.sql} as nvarchar(max))`;
  const opening = kind === 'array' ? '[' : '{';
  return `case when isjson(${text}) = 1 and left(ltrim(${text}), 1) = N'${opening}' then ${text} end`;
}

const openValue = (
  value: SqlValue,
  open: Pick<OpenValue, 'sql' | 'ofKind' | 'logicalType'>,
): OpenValue => ({
  ...value,
  ...open,
  cells: 'json',
  type: '',
  baseType: undefined,
});

const keyIs = (name: string): string => `[key] = ${literalOf('sqlserver', name)} ${binary}`;

const member: SqlDialect['member'] = (value, name, logicalType) => {
  const found = `(select top (1) [value] from openjson(${textOfKind(value, 'object')}) where ${keyIs(name)}`;
  const ofKind = (kind: Kind): string => `${found} and [type] = ${kinds[kind]})`;
  return openValue(value, { sql: `${found})`, ofKind, logicalType });
};

const someItem: SqlDialect['someItem'] = (value, logicalType, condition) => {
  const { name, inner } = itemOf(value);
  const ofKind = (kind: Kind): string =>
    `case when ${name}.[type] = ${kinds[kind]} then ${name}.[value] end`;
  const item = openValue(inner, { sql: `${name}.[value]`, ofKind, logicalType });
  const items = `openjson(${textOfKind(value, 'array')})`;
  return `exists (select 1 from ${items} as ${name} where ${condition(item)})`;
};

/** A count within a document, NULL for other values. */
function countIn(value: SqlValue, kind: Kind, what: string): string {
  const document = textOfKind(value, kind);
  return `case when ${document} is not null then (select count(${what}) from openjson(${document})) end`;
}

const isOfKind =
  (kind: Kind) =>
  (value: SqlValue): string =>
    `${textOfKind(value, kind)} is not null`;

const isPlainDate = (text: string): string =>
  likeCondition(`(${text} ${binary})`, '^[0-9]{4}-[0-9]{2}-[0-9]{2}$');

/** The conversion of a value's text, and the required kind of JSON. */
const readers: Partial<Record<LogicalType, readonly [kind: Kind, read: (text: string) => string]>> =
  {
    integer: ['number', (text) => `try_cast(${text} as float)`],
    number: ['number', (text) => `try_cast(${text} as float)`],
    boolean: ['boolean', (text) => `case ${text} when N'true' then 1 when N'false' then 0 end`],
    date: ['string', (text) => `case when ${isPlainDate(text)} then try_cast(${text} as date) end`],
    time: ['string', (text) => `try_cast(${text} as time)`],
    timestamp: ['string', (text) => `try_cast(${text} as datetimeoffset)`],
  };

const read: SqlDialect['read'] = (value, logicalType) => {
  if (value.cells === 'typed') return logicalType === 'string' ? sqlserverText(value) : value.sql;
  const [kind, reader] = readers[logicalType] ?? [];
  if (kind === undefined || reader === undefined) return sqlserverText(value);
  return reader(textOfKind(value, kind));
};

const isReadable =
  (logicalType: LogicalType) =>
  (value: SqlValue): string =>
    `${read(value, logicalType)} is not null`;

const fits: Record<LogicalType, (value: SqlValue) => string> = {
  integer: (value) => `floor(${read(value, 'integer')}) = ${read(value, 'integer')}`,
  number: isOfKind('number'),
  boolean: isOfKind('boolean'),
  string: isOfKind('string'),
  object: isOfKind('object'),
  map: isOfKind('object'),
  array: isOfKind('array'),
  vector: isOfKind('array'),
  date: isReadable('date'),
  time: isReadable('time'),
  timestamp: isReadable('timestamp'),
};

/** Access to JSON documents in SQL Server, of type json or text. */
export const sqlserverNested: NestedParts = {
  read,
  fits: (value, logicalType) => `(${fits[logicalType](value)})`,
  member,
  someItem,
  itemCount: (value) => countIn(value, 'array', '*'),
  distinctItemCount: (value) =>
    countIn(value, 'array', `distinct concat([type], N':', [value] ${binary})`),
  memberCount: (value) => countIn(value, 'object', '*'),
  hasMember: (value, name) =>
    `exists (select 1 from openjson(${textOfKind(value, 'object')}) where ${keyIs(name)})`,
};
