import { Type } from '@sinclair/typebox';
import type { Static, TSchema, TUnsafe } from '@sinclair/typebox';

/** A named schema that occurs in the same schema before: Ajv refuses two with the same `$id`. */
export function again<Schema extends TSchema>(schema: Schema): TUnsafe<Static<Schema>> {
  return Type.Unsafe({ $ref: schema.$id });
}
