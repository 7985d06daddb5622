import { Type } from '@sinclair/typebox';
import type { TSchema } from '@sinclair/typebox';

/** The schema, or null. */
export const orNull = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
