import type { LogicalType } from '../../standards/odcs/contract-model.ts';
import { logicalTypeOfParsed, satisfiesLogicalType } from './column-types.ts';
import type { TypeDialect } from '../dialect.ts';
import { parseNativeType } from './native-type.ts';
import type { NativeType } from './native-type.ts';
import { matchesParsedType } from './physical-type.ts';

/**
 * Expected structure of a nested column; `type` is physical or logical, depending on `types` of the
 * declaration.
 */
export type NestedShape = {
  type: string | undefined;
  /** Used if the physical type is not understood. */
  logicalType?: LogicalType | undefined;
  members: readonly { name: string; shape: NestedShape }[];
  items: NestedShape | undefined;
};

/** The declaration of one nested column in a contract. */
export type NestedDeclaration = {
  column: { name: string };
  shape: NestedShape;
  types: 'physical' | 'logical';
};

/** The position of a value within its column. */
type Place = {
  dialect: TypeDialect;
  types: NestedDeclaration['types'];
  path: string;
  /** False for the column itself, whose type has a separate check. */
  isInside: boolean;
};

/**
 * Compares the structure inside of a column with the declared one: one error for each value of another type and
 * each missing member, and both sides as labels. Structure that a type does not state (JSON, VARIANT, objects
 * without members, maps) gives no errors; checks of the values cover it.
 */
export function compareNestedType(
  dialect: TypeDialect,
  { column, shape, types }: NestedDeclaration,
  nativeType: string,
): { errors: string[]; expected: string; actual: string } {
  const expected = labelOfShape(shape);
  const type = parseNativeType(dialect, nativeType);
  if (!type) {
    const error = `column: has type '${nativeType}', whose structure can't be verified`;
    return { errors: [error], expected, actual: nativeType };
  }
  const errors = findErrors({ dialect, types, path: column.name, isInside: false }, shape, type);
  const actual = types === 'physical' ? nativeType : labelOfType(dialect, type);
  return { errors, expected, actual };
}

function findErrors(place: Place, shape: NestedShape, type: NativeType): string[] {
  const error = findTypeError(place, shape, type);
  if (error !== undefined) return [`${nameOf(place)}: ${error}`];
  const inside = { ...place, isInside: true };
  const ofItems =
    shape.items && type.items
      ? findErrors({ ...inside, path: `${place.path}[]` }, shape.items, type.items)
      : [];
  return [...ofItems, ...findMemberErrors(inside, shape, type)];
}

const nameOf = ({ path, isInside }: Place): string => (isInside ? `field '${path}'` : 'column');

function findMemberErrors(place: Place, { members }: NestedShape, type: NativeType): string[] {
  // The keys of a map are data, not type.
  if (!type.members || type.name === 'map') return [];
  const found = new Map(type.members.map((member) => [member.name.toLowerCase(), member.type]));
  return members.flatMap(({ name, shape }) => {
    const path = `${place.path}.${name}`;
    const member = found.get(name.toLowerCase());
    return member ? findErrors({ ...place, path }, shape, member) : [`field '${path}' is missing`];
  });
}

function findTypeError(place: Place, shape: NestedShape, type: NativeType): string | undefined {
  const container = containerOf(shape);
  if (place.types === 'logical') {
    const declared = (shape.type ?? container) as LogicalType | undefined;
    return declared && findLogicalError(place.dialect, declared, type);
  }
  const matches = place.isInside ? matchesPhysical(place, shape, type) : true;
  if (matches === false) return `expected type '${shape.type}' but got '${type.text}'`;
  if (matches === undefined && shape.logicalType !== undefined) {
    return findLogicalError(place.dialect, shape.logicalType, type);
  }
  if (container === undefined || holds(place.dialect, container, type)) return undefined;
  return `expected type '${container}' but got '${type.text}'`;
}

/** Undefined if the declared type is not understood. */
function matchesPhysical(
  { dialect }: Place,
  shape: NestedShape,
  type: NativeType,
): boolean | undefined {
  const wanted = shape.type === undefined ? undefined : parseNativeType(dialect, shape.type);
  return wanted && matchesParsedType(dialect, wanted, type);
}

function findLogicalError(
  dialect: TypeDialect,
  declared: LogicalType,
  type: NativeType,
): string | undefined {
  if (holds(dialect, declared, type)) return undefined;
  const actual = logicalTypeOfParsed(dialect, type);
  if (actual !== undefined && !isOpaque(actual, type)) {
    return `expected type '${declared}' but got '${actual}'`;
  }
  return (
    `has type '${type.text}', but the contract specifies '${declared}'. A '${type.text}' value has no ` +
    `verifiable logical type. If this is intentional, specify \`physicalType: ${type.text}\`.`
  );
}

function holds(dialect: TypeDialect, declared: LogicalType, type: NativeType): boolean {
  const actual = logicalTypeOfParsed(dialect, type);
  return actual !== undefined && satisfiesLogicalType(declared, actual, type.text);
}

/** True for JSON and similar containers that do not state their content. */
function isOpaque(actual: LogicalType, { members, items }: NativeType): boolean {
  return (actual === 'object' || actual === 'array') && !members && !items;
}

function containerOf({ items, members }: NestedShape): 'array' | 'object' | undefined {
  if (items) return 'array';
  return members.length > 0 ? 'object' : undefined;
}

/** A label such as `array(integer)` or `object(code string, description string)`. */
function labelOfShape(shape: NestedShape): string {
  const container = containerOf(shape);
  const { type = container ?? 'any', items, members } = shape;
  if (container === undefined) return type;
  // A type that states its content is not repeated.
  const name = /[<([]/.test(type) ? container : type;
  const parts = items
    ? [labelOfShape(items)]
    : members.map((member) => `${member.name} ${labelOfShape(member.shape)}`);
  return `${name}(${parts.join(', ')})`;
}

/**
 * A label such as `array<string>` or `object<code string, description string>`; the native type if its logical
 * type is unknown.
 */
function labelOfType(dialect: TypeDialect, type: NativeType): string {
  const name = logicalTypeOfParsed(dialect, type) ?? type.text;
  if (type.items) return `${name}<${labelOfType(dialect, type.items)}>`;
  if (!type.members) return name;
  const members = type.members.map(
    (member) => `${member.name} ${labelOfType(dialect, member.type)}`,
  );
  return `${name}<${members.join(', ')}>`;
}
