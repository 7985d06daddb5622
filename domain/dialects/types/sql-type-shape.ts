import type { ContractProperty } from '../../standards/odcs/contract-model.ts';
import type { TypeDialect } from '../dialect.ts';
import { parseNativeType } from './native-type.ts';
import type { NativeType } from './native-type.ts';
import { kindOf } from './type-kinds.ts';
import { typeSystems } from './type-systems.ts';

/** A type before it is written; its content comes from its text or from the contract. */
export type TypeShape = {
  /** Undefined if only the logical type is known. */
  native: { name: string; parameters: readonly string[]; text: string } | undefined;
  /** Content of arrays, objects and maps. */
  inside: TypeInside | undefined;
  /** The property with logical type, options and allowed values; undefined inside of a native type. */
  property: ContractProperty | undefined;
  /** Text that stands where a type is expected, but is not a type. */
  unknown: string | undefined;
};

export type TypeInside =
  | { kind: 'array'; items: TypeShape | undefined }
  | { kind: 'object'; members: readonly { name: string; shape: TypeShape }[] }
  | { kind: 'map'; map: { key: TypeShape; value: TypeShape } | undefined };

/** Allows no text that could end the type and begin another statement. */
const safeType = /^[A-Za-z_][\w.]*(?: [A-Za-z_]\w*)*(?:\(\w+(?:, ?\w+)*\))?$/;

/** The type that a contract declares for one platform only (`postgresType`); `physicalType` applies to all. */
export function overrideOf(
  dialect: TypeDialect,
  { customProperties }: ContractProperty,
): string | undefined {
  const texts = [`${dialect}Type`, 'physicalType'].map((name) => customProperties[name]);
  const text = texts.find((value) => typeof value === 'string' && value.trim() !== '');
  return typeof text === 'string' ? text.trim() : undefined;
}

/** A type that the platform's table lacks but its author vouches for: a custom domain, enum or extension. */
export function vouchedType(dialect: TypeDialect, property: ContractProperty): string | undefined {
  const text = overrideOf(dialect, property);
  if (text === undefined || text.length > 200 || !safeType.test(text)) return undefined;
  const type = parseNativeType(dialect, text);
  return type && isKnown(dialect, type.name) ? undefined : text;
}

/** True if a dialect can write a native type, directly or by its meaning. */
function isKnown(dialect: TypeDialect, name: string): boolean {
  const { writes } = typeSystems[dialect].sql;
  return Object.hasOwn(writes, name) || kindOf(name) !== undefined;
}

/** The type of a property: the type declared for the platform, or its physical type, or its logical type. */
export function shapeOf(dialect: TypeDialect, property: ContractProperty): TypeShape {
  const inside = insideOf(dialect, property);
  const declared = overrideOf(dialect, property) ?? property.physicalType;
  if (declared === undefined) return { native: undefined, inside, property, unknown: undefined };
  const type = parseNativeType(dialect, declared);
  if (!type || !isKnown(dialect, type.name)) {
    return { native: undefined, inside, property, unknown: declared };
  }
  const native = shapeOfNative(dialect, type);
  // A bare `STRUCT` has less detail than the members in the contract.
  const says =
    isEmpty(native.inside) && native.inside?.kind === inside?.kind ? inside : native.inside;
  return { ...native, inside: says, property };
}

function isEmpty(inside: TypeInside | undefined): boolean {
  if (inside?.kind === 'array') return inside.items === undefined;
  return inside?.kind === 'object' ? inside.members.length === 0 : inside?.map === undefined;
}

function insideOf(dialect: TypeDialect, property: ContractProperty): TypeInside | undefined {
  const { items, map, properties } = property;
  const kind = containerOf(property);
  if (kind === 'array') return { kind, items: items && shapeOf(dialect, items) };
  if (kind === 'map') {
    const both = map && { key: shapeOf(dialect, map.key), value: shapeOf(dialect, map.value) };
    return { kind, map: both };
  }
  const members = properties.map((member) => ({
    name: member.physicalName,
    shape: shapeOf(dialect, member),
  }));
  return kind && { kind, members };
}

/** The container kind of a property; without a logical type it follows from the nested properties. */
function containerOf(property: ContractProperty): TypeInside['kind'] | undefined {
  const { logicalType, items, map, properties } = property;
  if (logicalType === 'array' || logicalType === 'map' || logicalType === 'object') {
    return logicalType;
  }
  if (logicalType !== undefined) return undefined;
  if (items !== undefined) return 'array';
  if (map !== undefined) return 'map';
  return properties.length > 0 ? 'object' : undefined;
}

function shapeOfNative(dialect: TypeDialect, type: NativeType): TypeShape {
  const { name, parameters, text } = type;
  const inside = insideOfNative(dialect, type);
  return isKnown(dialect, name)
    ? { native: { name, parameters, text }, inside, property: undefined, unknown: undefined }
    : { native: undefined, inside, property: undefined, unknown: text };
}

function insideOfNative(dialect: TypeDialect, type: NativeType): TypeInside | undefined {
  const kind = kindOf(type.name);
  if (kind === 'array') return { kind, items: type.items && shapeOfNative(dialect, type.items) };
  const members = (type.members ?? []).map((member) => ({
    name: member.name,
    shape: shapeOfNative(dialect, member.type),
  }));
  if (kind === 'object') return { kind, members };
  const [key, value] = members;
  if (kind !== 'map') return undefined;
  return { kind, map: key && value && { key: key.shape, value: value.shape } };
}
