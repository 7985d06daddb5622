import type { Dialect } from '../../../domain/dialects/dialect.ts';
import { parseNativeType } from '../../../domain/dialects/native-type.ts';
import type { NativeMember } from '../../../domain/dialects/native-type.ts';

/** The bare name of a native type, e.g. `array`; empty for what is no type. */
export function typeName(dialect: Dialect, type: string): string {
  return parseNativeType(dialect, type)?.name ?? '';
}

/** What an array holds, in the words of the catalogue; empty where the type does not say it. */
export function itemType(dialect: Dialect, type: string): string {
  return parseNativeType(dialect, type)?.items?.text ?? '';
}

/** The members of a struct, row or object; undefined for what is none, or does not name them. */
export function structMembers(dialect: Dialect, type: string): readonly NativeMember[] | undefined {
  const parsed = parseNativeType(dialect, type);
  return parsed?.name === 'map' ? undefined : parsed?.members;
}

/** The member of that name, in any case of letters. */
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

/** What the values of a map are, in the words of the catalogue. */
export function mapValueType(dialect: Dialect, type: string): string {
  const parsed = parseNativeType(dialect, type);
  return parsed?.members?.find(({ name }) => name === 'value')?.type.text ?? '';
}
