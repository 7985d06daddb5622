import type { Dialect } from '../../../domain/dialects/dialect.ts';
import { parseNativeType } from '../../../domain/dialects/types/native-type.ts';
import type { NativeMember } from '../../../domain/dialects/types/native-type.ts';

/** The bare name of a native type, e.g. `array`; empty if it cannot be parsed. */
export function typeName(dialect: Dialect, type: string): string {
  return parseNativeType(dialect, type)?.name ?? '';
}

/** The type of an array's items, as in the catalog; empty if unknown. */
export function itemType(dialect: Dialect, type: string): string {
  return parseNativeType(dialect, type)?.items?.text ?? '';
}

/** The members of a struct, row or object; undefined for other types, or without names. */
export function structMembers(dialect: Dialect, type: string): readonly NativeMember[] | undefined {
  const parsed = parseNativeType(dialect, type);
  return parsed?.name === 'map' ? undefined : parsed?.members;
}

/** The member of that name, ignoring case. */
export function structMember(
  dialect: Dialect,
  type: string,
  name: string,
): NativeMember | undefined {
  const members = structMembers(dialect, type) ?? [];
  const lower = name.toLowerCase();
  return (
    members.find((member) => member.name === name) ??
    members.find((member) => member.name.toLowerCase() === lower)
  );
}

/** The type of a map's values, as in the catalog. */
export function mapValueType(dialect: Dialect, type: string): string {
  const parsed = parseNativeType(dialect, type);
  return parsed?.members?.find(({ name }) => name === 'value')?.type.text ?? '';
}
