import { Type } from '@sinclair/typebox';
import type { ObjectOptions, Static, TSchema, TUnsafe } from '@sinclair/typebox';

/**
 * Schema of an object with arbitrary member names. TypeBox's Record compiles to the pattern `^(.*)$`, which
 * names with line breaks do not match, so that their values would not be checked.
 */
export function recordOf<Value extends TSchema>(
  value: Value,
  options: ObjectOptions = {},
): TUnsafe<Record<string, Static<Value>>> {
  return Type.Unsafe(Type.Object({}, { ...options, additionalProperties: value }));
}
