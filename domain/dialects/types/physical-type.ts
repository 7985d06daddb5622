import type { TypeDialect } from '../dialect.ts';
import { parseNativeType } from './native-type.ts';
import type { NativeType } from './native-type.ts';
import type { TypeNames } from './type-system.ts';
import { typeNamesOf } from './type-systems.ts';

/**
 * True if a declared ODCS `physicalType` names the type that a catalog reports. Parameters, items and members
 * count only if both sides show them. `undefined` means that the declared text is not a comparable type.
 */
export function matchesPhysicalType(
  dialect: TypeDialect,
  declared: string,
  actual: string,
): boolean | undefined {
  const wanted = parseNativeType(dialect, declared);
  const found = parseNativeType(dialect, actual);
  return wanted && found && matchesParsedType(dialect, wanted, found);
}

/** `matchesPhysicalType` of parsed types. */
export function matchesParsedType(
  dialect: TypeDialect,
  declared: NativeType,
  actual: NativeType,
): boolean | undefined {
  const names = typeNamesOf(dialect);
  const [wanted, found] = [
    withMeaning(dialect, names, declared),
    withMeaning(dialect, names, actual),
  ];
  if (!isSameName(names, wanted.name, found.name)) {
    return names.canonical(wanted.name) === undefined ? undefined : false;
  }
  if (!hasSameParameters(names, wanted, found)) return false;
  return all([matchItems(dialect, wanted, found), ...matchMembers(dialect, wanted, found)]);
}

/** Resolves an alias; the type's own parameters replace those of the alias. */
function withMeaning(dialect: TypeDialect, names: TypeNames, type: NativeType): NativeType {
  const text = names.standsFor(type.name);
  const meant = text === undefined ? undefined : parseNativeType(dialect, text);
  if (!meant) return type;
  return type.parameters.length === 0 ? meant : { ...meant, parameters: type.parameters };
}

/** User-defined types are not in the tables, so their names are compared, with or without a schema. */
function isSameName(names: TypeNames, wanted: string, found: string): boolean {
  const wantedName = names.canonical(wanted) ?? unqualified(wanted);
  const foundName = names.canonical(found) ?? found;
  return wantedName === foundName || wantedName === unqualified(foundName);
}

const unqualified = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

function hasSameParameters(names: TypeNames, wanted: NativeType, found: NativeType): boolean {
  const row = names.rowOf(wanted.name);
  if (wanted.parameters.length === 0 || row?.parameters === 'ignored') return true;
  const actual = found.parameters.length === 0 ? (row?.defaults ?? []) : found.parameters;
  const count = Math.max(wanted.parameters.length, actual.length);
  return Array.from({ length: count }, (_, index) => index).every((index) =>
    isSameParameter(
      parameterAt(wanted, index),
      parameterAt({ ...found, parameters: actual }, index),
    ),
  );
}

/** An omitted scale is 0. */
function parameterAt({ parameters }: NativeType, index: number): string | undefined {
  return parameters[index] ?? (index === 1 && parameters.length === 1 ? '0' : undefined);
}

function isSameParameter(wanted: string | undefined, found: string | undefined): boolean {
  return wanted === found || (found !== undefined && wanted === '*');
}

function matchItems(
  dialect: TypeDialect,
  { items: wanted }: NativeType,
  { items: found }: NativeType,
): boolean | undefined {
  return wanted && found ? matchesParsedType(dialect, wanted, found) : true;
}

/** Compares members in any order and ignores the case of their names. */
function matchMembers(
  dialect: TypeDialect,
  { members: wanted }: NativeType,
  { members: found }: NativeType,
): (boolean | undefined)[] {
  if (!wanted || !found) return [];
  if (wanted.length !== found.length) return [false];
  const types = new Map(found.map(({ name, type }) => [name.toLowerCase(), type]));
  return wanted.map(({ name, type }) => {
    const other = types.get(name.toLowerCase());
    return other ? matchesParsedType(dialect, type, other) : false;
  });
}

function all(answers: readonly (boolean | undefined)[]): boolean | undefined {
  if (answers.includes(false)) return false;
  return answers.includes(undefined) ? undefined : true;
}
