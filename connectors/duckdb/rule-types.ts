import { logicalTypeOf } from '../../domain/dialects/types/column-types.ts';
import { quoteLiteral } from '../../domain/dialects/names/quote.ts';
import type { ContractProperty, LogicalType } from '../../domain/standards/odcs/contract-model.ts';
import type { SourceTable } from '../connector.ts';

const plainTypes: Partial<Record<LogicalType, string>> = {
  string: 'VARCHAR',
  integer: 'BIGINT',
  number: 'DOUBLE',
  boolean: 'BOOLEAN',
  date: 'DATE',
  time: 'TIME',
  timestamp: 'TIMESTAMPTZ',
};

/** Deeper members stay JSON. */
const maxDepth = 20;

type Structure = string | [Structure] | { [member: string]: Structure };

const declaredType = ({ logicalType, physicalType }: ContractProperty): LogicalType | undefined =>
  logicalType ?? (physicalType === undefined ? undefined : logicalTypeOf('duckdb', physicalType));

/** DuckDB ignores the case of member names; the first of two equal names counts. */
function membersOf({ properties }: ContractProperty): [string, ContractProperty][] {
  const members = new Map<string, ContractProperty>();
  for (const member of properties) {
    const name = member.physicalName.toLowerCase();
    if (!members.has(name)) members.set(name, member);
  }
  return [...members.values()].map((member) => [member.physicalName, member]);
}

/** The type argument of `json_transform`. */
function structureOf(property: ContractProperty, depth = 0): Structure {
  const type = declaredType(property);
  if (type === undefined || depth >= maxDepth) return 'JSON';
  const { items } = property;
  if (type === 'array') return [items === undefined ? 'JSON' : structureOf(items, depth + 1)];
  if (type === 'vector') return ['DOUBLE'];
  if (type !== 'object' || property.properties.length === 0) return plainTypes[type] ?? 'JSON';
  const members = membersOf(property).map(
    ([name, member]) => [name, structureOf(member, depth + 1)] as const,
  );
  return Object.fromEntries(members);
}

const nestedKinds: Partial<Record<LogicalType, string>> = {
  object: 'OBJECT',
  map: 'OBJECT',
  array: 'ARRAY',
  vector: 'ARRAY',
};

function nestedCell(json: string, property: ContractProperty, kind: string): string {
  const structure = JSON.stringify(structureOf(property));
  const value =
    structure === '"JSON"' ? json : `json_transform(${json}, ${quoteLiteral(structure)})`;
  return `case when json_type(${json}) = '${kind}' then ${value} end`;
}

const wholeNumber = String.raw`\s*[+-]?[0-9]+(\.0*)?\s*`;

/** SQL of a cell of a file in the type that the contract declares; NULL where the cell cannot be converted. */
export function typedCell(
  column: string,
  cells: SourceTable['cells'],
  property: ContractProperty,
): string {
  const logicalType = declaredType(property);
  if (logicalType === undefined) return column;
  const kind = nestedKinds[logicalType];
  if (kind !== undefined) {
    return nestedCell(cells === 'json' ? column : `try_cast(${column} as json)`, property, kind);
  }
  const text = cells === 'json' ? `(${column} ->> '$')` : column;
  const read = `try_cast(${text} as ${plainTypes[logicalType]})`;
  // A cast would round a fraction.
  return logicalType === 'integer'
    ? `case when regexp_full_match(${text}, '${wholeNumber}') then ${read} end`
    : read;
}
