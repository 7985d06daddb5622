import type { ContractProperty } from '../../standards/odcs/contract-model.ts';
import type { TypeDialect } from '../dialect.ts';
import { parseNativeType } from './native-type.ts';
import { matchesPhysicalType } from './physical-type.ts';
import { sqlName } from '../names/sql-text.ts';
import { digitsOf, writeLogical } from './sql-type-logical.ts';
import { shown, writeNamedType } from './sql-type-names.ts';
import type { TypeWriter } from './sql-type-names.ts';
import { overrideOf, shapeOf, vouchedType } from './sql-type-shape.ts';
import type { TypeInside, TypeShape } from './sql-type-shape.ts';
import { writeVector } from './sql-type-vector.ts';
import { typeNamesOf, typeSystems } from './type-systems.ts';

/** Names of the members of nested types, and the text after them. */
type Decoration = Partial<Pick<TypeWriter, 'decorate' | 'rename'>>;

/**
 * The type of a column in a dialect: the type that the contract declares for the platform, or its physical type
 * translated to the dialect, or its logical type. `note` says what is lost.
 */
export function sqlTypeOf(
  dialect: TypeDialect,
  property: ContractProperty,
  { decorate = () => '', rename = (name) => name }: Decoration = {},
): { type: string; note?: string } {
  const vouched = vouchedType(dialect, property);
  if (vouched !== undefined) return { type: vouched };
  const isSure = property.required || property.primaryKey;
  const writer: TypeWriter = { dialect, losses: new Set(), decorate, rename, isSure };
  const type = write(writer, shapeOf(dialect, property));
  const changed = changedType(dialect, property, type);
  if (writer.losses.size === 0 && changed !== undefined) writer.losses.add(changed);
  if (writer.losses.size === 0) return { type };
  const losses = [...writer.losses].slice(0, 5).join(', ');
  return { type, note: `${losses}; written as ${shown(type).slice(1, -1)}` };
}

/**
 * Notes a type that the platform knows but creates as another type, because checks of the contract would find
 * the other type.
 */
function changedType(
  dialect: TypeDialect,
  property: ContractProperty,
  type: string,
): string | undefined {
  const declared = overrideOf(dialect, property) ?? property.physicalType;
  const name = declared === undefined ? undefined : parseNativeType(dialect, declared)?.name;
  if (declared === undefined || name === undefined) return undefined;
  const isOwn = typeNamesOf(dialect).rowOf(name) !== undefined;
  const isChanged = isOwn && matchesPhysicalType(dialect, declared, type) === false;
  return isChanged ? `${shown(declared)} is not created as such` : undefined;
}

function write(writer: TypeWriter, shape: TypeShape): string {
  const { title } = typeSystems[writer.dialect];
  if (shape.unknown !== undefined) {
    writer.losses.add(`${shown(shape.unknown)} is no known type of ${title}`);
  }
  if (shape.inside !== undefined) return writeContainer(writer, shape.inside);
  const { native, property } = shape;
  if (native === undefined) return writeLogical(writer, property, shape.unknown !== undefined);
  if (native.name === 'vector') return writeVector(writer, native.parameters, property);
  const parameters =
    native.parameters.length > 0 ? native.parameters : declaredParameters(native.name, property);
  if (isWholeNumber(writer.dialect, { name: native.name, parameters, property }))
    return writeNamedType(writer, { name: 'bigint', parameters: [], text: 'bigint', property });
  return writeNamedType(writer, { ...native, parameters, property });
}

/** Snowflake reports its integers as NUMBER(38,0); on other platforms such an integer has 64 bits. */
function isWholeNumber(
  dialect: TypeDialect,
  {
    name,
    parameters,
    property,
  }: { name: string; parameters: readonly string[]; property: ContractProperty | undefined },
): boolean {
  if (name !== 'number' || property?.logicalType !== 'integer') return false;
  if (dialect === 'snowflake' || dialect === 'oracle') return false;
  const [precision = '38', scale = '0'] = parameters;
  return Number(scale) === 0 && (precision === '38' || Number(precision) <= 18);
}

/** Parameters from the contract for a physical type without parameters. */
function declaredParameters(name: string, property: ContractProperty | undefined): string[] {
  if (property === undefined) return [];
  if (/^(?:n?varchar2?|character varying)$/.test(name)) {
    const { maxLength } = property.options;
    return maxLength === undefined || maxLength < 1 ? [] : [String(maxLength)];
  }
  return /^(?:decimal|numeric|number)$/.test(name) ? digitsOf(property) : [];
}

function writeContainer(writer: TypeWriter, inside: TypeInside): string {
  const { title, sql } = typeSystems[writer.dialect];
  const written = writeInside(writer, inside);
  if (written === undefined) writer.losses.add(`what is inside is not declared in ${title}`);
  // If an array of arrays cannot be declared, it is not written as an array.
  const isOpaque = inside.kind === 'array' && sql.nested?.array !== undefined;
  return written ?? sql.logical[isOpaque ? 'object' : inside.kind];
}

/** Undefined if the platform stores the content but does not declare its type. */
function writeInside(writer: TypeWriter, inside: TypeInside): string | undefined {
  const { nested = {}, logical } = typeSystems[writer.dialect].sql;
  if (inside.kind === 'array') {
    return inside.items === undefined ? logical.array : writeArray(writer, inside.items);
  }
  if (inside.kind === 'object') {
    return inside.members.length === 0 ? logical.object : writeObject(writer, inside.members);
  }
  if (inside.map === undefined || nested.map === undefined) {
    return inside.map === undefined ? logical.map : undefined;
  }
  const { map } = inside;
  const within = { ...writer, isSure: false };
  const [key, value] = [write(within, map.key), writeInner(within, map.value)];
  return putInto(nested.map, { key, value });
}

function writeArray(writer: TypeWriter, items: TypeShape): string | undefined {
  const { nested = {} } = typeSystems[writer.dialect].sql;
  const isDeep = nested.arraysInArrays === false && items.inside?.kind === 'array';
  if (nested.array === undefined || isDeep) return undefined;
  return putInto(nested.array, { item: writeInner({ ...writer, isSure: false }, items) });
}

/** Writes a nested type, which is nullable unless the contract says otherwise. */
function writeInner(writer: TypeWriter, shape: TypeShape): string {
  const isSure = writer.isSure && shape.property?.required === true;
  const type = write({ ...writer, isSure }, shape);
  const nullable = typeSystems[writer.dialect].sql.nested?.nullable;
  if (nullable === undefined || shape.property?.required !== false) return type;
  if (!nullable.except.test(type)) return putInto(nullable.as, { type });
  writer.losses.add('what is nested inside of it is never null');
  return type;
}

function writeObject(writer: TypeWriter, members: Members): string | undefined {
  const { nested = {} } = typeSystems[writer.dialect].sql;
  if (nested.object === undefined || nested.member === undefined) return undefined;
  return putInto(nested.object, { members: writeMembers(writer, members, nested.member) });
}

type Members = Extract<TypeInside, { kind: 'object' }>['members'];

/** Platforms ignore the case of member names, so only the first member of a name is written. */
function writeMembers(writer: TypeWriter, members: Members, pattern: string): string {
  const seen = new Set<string>();
  const written = members.flatMap(({ name: declared, shape }) => {
    const name = writer.rename(declared);
    const key = name.toLowerCase();
    if (seen.has(key)) {
      writer.losses.add(`the second member ${shown(name)} is left out`);
      return [];
    }
    seen.add(key);
    const decoration = shape.property ? writer.decorate(shape.property, writer.isSure) : '';
    const type = `${writeInner(writer, shape)}${decoration}`;
    return [putInto(pattern, { name: sqlName(writer.dialect, name), type })];
  });
  return written.join(', ');
}

function putInto(pattern: string, values: Readonly<Record<string, string>>): string {
  return pattern.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}
