import type { TSchema } from '@sinclair/typebox';
import { bodyExamples } from '../examples.ts';

/** The example of a body with this schema. */
export function exampleOf(schema: TSchema | undefined): unknown {
  return bodyExamples[String(schema?.$id)];
}
