import { Type } from '@sinclair/typebox';
import type { TSchema } from '@sinclair/typebox';

/** Makes a schema nullable. */
export const orNull = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
