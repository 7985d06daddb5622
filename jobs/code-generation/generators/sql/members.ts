import { isUuidType } from '../../../../domain/dialects/types/column-types.ts';
import { sqlText } from '../../../../domain/dialects/names/sql-text.ts';
import type { TypeDialect } from '../../../../domain/dialects/dialect.ts';
import type { NestedSql } from '../../../../domain/dialects/types/sql-types.ts';
import { typeSystems } from '../../../../domain/dialects/types/type-systems.ts';
import type { ContractProperty } from '../../../../domain/standards/odcs/contract-model.ts';
import type { Notes } from '../../shapes/notes.ts';
import type { DdlDialect } from './ddl-dialect.ts';
import { allowedName, cut } from './names.ts';

/** The parts of a script that are needed to write the types of its columns. */
type Script = { dialect: TypeDialect; grammar: DdlDialect; notes: Notes };

/** Names of the members of a nested type, and the attributes after their types. */
type MemberSyntax = {
  decorate: (property: ContractProperty, isSure: boolean) => string;
  rename: (name: string) => string;
};

/** Maximum number of characters of the description of a member, in BigQuery and Databricks. */
const maxDescription = 1024;

/** Writes the names and attributes of the members of a nested type. */
export function memberSyntax(script: Script, where: string): MemberSyntax {
  const { grammar, notes } = script;
  return {
    rename(name) {
      const allowed = allowedName(grammar, name);
      if (allowed !== name) notes.warn(`${where}.${name}`, 'is called {} here', allowed);
      return allowed;
    },
    decorate: (property, isSure) =>
      grammar.describesMembers === true
        ? `${notNull(script, where, property.required ? isSure : undefined)}${comment(script, where, property)}`
        : '',
  };
}

function notNull({ grammar, notes }: Script, where: string, isSure: boolean | undefined): string {
  if (isSure === undefined) return '';
  if (isSure || grammar.requiresWholeObjects !== true) return ' NOT NULL';
  notes.add(where, 'required members inside of what may be null are not checked');
  return '';
}

/** The description of a member. */
const descriptionOf = ({ description, businessName }: ContractProperty): string | undefined =>
  description ?? businessName;

function comment(script: Script, where: string, property: ContractProperty): string {
  const { dialect, grammar, notes } = script;
  const description = descriptionOf(property);
  if (description === undefined) return '';
  if (description.length > maxDescription) {
    notes.add(where, `descriptions of members are cut to ${maxDescription} characters`);
  }
  const text = sqlText(dialect, cut(description, maxDescription));
  return grammar.comments === 'options' ? ` OPTIONS(description=${text})` : ` COMMENT ${text}`;
}

const rules = [
  ...(['minimum', 'exclusiveMinimum', 'maximum', 'exclusiveMaximum', 'multipleOf'] as const),
  ...(['minLength', 'pattern', 'minItems', 'maxItems', 'uniqueItems'] as const),
  ...(['minProperties', 'maxProperties'] as const),
];

/** Adds one note for the facts about nested properties that the type of a column does not express. */
export function noteInside(script: Script, property: ContractProperty, where: string): void {
  const found = new Set<string>();
  collect({ ...script, found }, property, true);
  const names = [...found].join(', ');
  if (names !== '')
    script.notes.add(where, 'what is inside has more than the type carries: {}', names);
}

/** Native types that do not describe their contents. */
const open = /^(?:array|list|struct|record|object|row|tuple|map)$/i;

const isOpenType = ({ physicalType }: ContractProperty): boolean =>
  physicalType === undefined || open.test(physicalType);

/** The properties nested in a property, each with the platform's SQL for its container, if any. */
function insideOf({ properties, items, map }: ContractProperty, nested: NestedSql) {
  const isDeep = nested.arraysInArrays === false && items?.logicalType === 'array';
  return [
    ...properties.map((inner) => [inner, nested.object] as const),
    [items, isDeep ? undefined : nested.array] as const,
    [map?.key, nested.map] as const,
    [map?.value, nested.map] as const,
  ];
}

/** Collects facts that the type does not express; `isTyped` if the type of the column contains that of the property. */
function collect(
  script: Script & { found: Set<string> },
  property: ContractProperty,
  isTyped: boolean,
): void {
  const { dialect, grammar, found } = script;
  if (property.options.required && !keepsRequired(grammar)) found.add('required');
  const isOpen = isTyped && isOpenType(property);
  const inside = insideOf(property, typeSystems[dialect].sql.nested ?? {});
  for (const [inner, pattern] of inside) {
    if (inner === undefined) continue;
    const isInside = isOpen && pattern !== undefined;
    for (const name of unsupportedOf(script, inner, isInside)) found.add(name);
    collect(script, inner, isInside);
  }
}

const keepsRequired = ({ describesMembers, nullableTypes }: DdlDialect): boolean =>
  describesMembers === true || nullableTypes === true;

function unsupportedOf(
  { dialect, grammar }: Script,
  property: ContractProperty,
  isTyped: boolean,
): string[] {
  const { options, enumValues, classification } = property;
  const { writes } = typeSystems[dialect].sql;
  const hasUuids = isTyped && isUuidType(writes['uuid'] ?? '');
  const hasLengths = isTyped && writes['varchar']?.includes('(n') === true;
  const flags: readonly (readonly [string, boolean])[] = [
    ['descriptions', descriptionOf(property) !== undefined && grammar.describesMembers !== true],
    ['required', property.required && !keepsRequired(grammar)],
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
