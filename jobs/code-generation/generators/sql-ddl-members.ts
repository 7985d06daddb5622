import { isUuidType } from '../../../domain/dialects/column-types.ts';
import { sqlText } from '../../../domain/dialects/sql-text.ts';
import type { TypeDialect } from '../../../domain/dialects/dialect.ts';
import type { NestedSql } from '../../../domain/dialects/sql-types.ts';
import { typeSystems } from '../../../domain/dialects/type-systems.ts';
import type { ContractProperty } from '../../../domain/standards/odcs/contract-model.ts';
import type { Notes } from '../shapes/notes.ts';
import type { DdlDialect } from './sql-ddl-dialects.ts';
import { allowedName, cut } from './sql-ddl-names.ts';

/** What of a script the types of its columns are written with. */
type Script = { dialect: TypeDialect; grammar: DdlDialect; notes: Notes };

/** How members of a nested type are called, and what stands behind their types. */
type MemberWords = {
  decorate: (property: ContractProperty, isSure: boolean) => string;
  rename: (name: string) => string;
};

/** Platforms whose nested types have room for descriptions. */
const described: ReadonlySet<TypeDialect> = new Set(['bigquery', 'databricks']);

const mostWords = 1024;

/** What can be said of a member of a nested type besides its type. */
export function memberWords(script: Script, where: string): MemberWords {
  const { grammar, notes } = script;
  return {
    rename(name) {
      const allowed = allowedName(grammar, name);
      if (allowed !== name) notes.add(`${where}.${name}`, `is called ${allowed} here`);
      return allowed;
    },
    decorate: (property, isSure) =>
      described.has(script.dialect)
        ? `${notNull(script, where, property.required ? isSure : undefined)}${comment(script, where, property)}`
        : '',
  };
}

/** Delta takes the constraint in structs only, and then the struct itself is never null either. */
function notNull({ dialect, notes }: Script, where: string, isSure: boolean | undefined): string {
  if (isSure === undefined) return '';
  if (isSure || dialect !== 'databricks') return ' NOT NULL';
  notes.add(where, 'required members inside of what may be null are not checked');
  return '';
}

/** What people read of a member. */
const wordsFor = ({ description, businessName }: ContractProperty): string | undefined =>
  description ?? businessName;

function comment({ dialect, notes }: Script, where: string, property: ContractProperty): string {
  const description = wordsFor(property);
  if (description === undefined) return '';
  if (description.length > mostWords) {
    notes.add(where, `descriptions of members are cut to ${mostWords} characters`);
  }
  const text = sqlText(dialect, cut(description, mostWords));
  return dialect === 'bigquery' ? ` OPTIONS(description=${text})` : ` COMMENT ${text}`;
}

const rules = [
  ...(['minimum', 'exclusiveMinimum', 'maximum', 'exclusiveMaximum', 'multipleOf'] as const),
  ...(['minLength', 'pattern', 'minItems', 'maxItems', 'uniqueItems'] as const),
  ...(['minProperties', 'maxProperties'] as const),
];

/** Says once of a column what the contract says of its inside and the type does not carry. */
export function noteInside(
  { dialect, notes }: Script,
  property: ContractProperty,
  where: string,
): void {
  const found = new Set<string>();
  collect({ dialect, found }, property, true);
  const names = [...found].join(', ');
  if (names !== '') notes.add(where, `what is inside has more than the type carries: ${names}`);
}

/** A native type that leaves what is inside to the contract. */
const open = /^(?:array|list|struct|record|object|row|tuple|map)$/i;

const isOpenType = ({ physicalType }: ContractProperty): boolean =>
  physicalType === undefined || open.test(physicalType);

/** What is inside of a property, with how the platform writes it there, if it does. */
function insideOf({ properties, items, map }: ContractProperty, nested: NestedSql) {
  const isDeep = nested.arraysInArrays === false && items?.logicalType === 'array';
  return [
    ...properties.map((inner) => [inner, nested.object] as const),
    [items, isDeep ? undefined : nested.array] as const,
    [map?.key, nested.map] as const,
    [map?.value, nested.map] as const,
  ];
}

/** `isTyped` where the type of the column has what is inside of the property. */
function collect(
  { dialect, found }: { dialect: TypeDialect; found: Set<string> },
  property: ContractProperty,
  isTyped: boolean,
): void {
  if (property.options.required && !keepsRequired(dialect)) found.add('required');
  const isOpen = isTyped && isOpenType(property);
  const inside = insideOf(property, typeSystems[dialect].sql.nested ?? {});
  for (const [inner, pattern] of inside) {
    if (inner === undefined) continue;
    const isInside = isOpen && pattern !== undefined;
    for (const name of wordsOf(dialect, inner, isInside)) found.add(name);
    collect({ dialect, found }, inner, isInside);
  }
}

const keepsRequired = (dialect: TypeDialect): boolean =>
  described.has(dialect) || dialect === 'clickhouse';

function wordsOf(dialect: TypeDialect, property: ContractProperty, isTyped: boolean): string[] {
  const { options, enumValues, classification } = property;
  const { writes } = typeSystems[dialect].sql;
  const hasUuids = isTyped && isUuidType(writes['uuid'] ?? '');
  const hasLengths = isTyped && writes['varchar']?.includes('(n') === true;
  const flags: readonly (readonly [string, boolean])[] = [
    ['descriptions', wordsFor(property) !== undefined && !described.has(dialect)],
    ['required', property.required && !keepsRequired(dialect)],
    ['unique', property.unique || property.primaryKey],
    ['allowed values', enumValues !== undefined],
    ...rules.map((rule) => [rule, options[rule] !== undefined] as const),
    ['maxLength', options.maxLength !== undefined && !hasLengths],
    ['format', property.logicalType === 'string' && isOpen(options.format, hasUuids)],
    ['relationships', property.relationships.length > 0],
    ['classification', classification !== undefined],
    ['tags', property.tags.length > 0],
    ['deprecated', property.deprecated],
  ];
  return flags.filter(([, isSaid]) => isSaid).map(([name]) => name);
}

const isOpen = (format: string | undefined, hasUuids: boolean): boolean =>
  format !== undefined && !(format === 'uuid' && hasUuids);
