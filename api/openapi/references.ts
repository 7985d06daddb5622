import type { TSchema } from '@sinclair/typebox';
import { isObject } from '../../lib/json/json.ts';
import { textOfSchema } from './schema-texts.ts';

export type Json = Record<string, unknown>;

/** The shared parts of a document, filled while its operations are described. */
export type Components = { schemas: Json; responses: Json };

/** Without patterns of Unicode properties, which most other languages read differently; `x-must-be` says what they want. */
function portable(schema: Json): Json {
  const { pattern, ...others } = schema;
  return typeof pattern === 'string' && pattern.includes('\\p{') ? others : schema;
}

/** A copy of the schema in which everything with a `$id` is a reference to components. */
export function reference(schema: TSchema, { schemas }: Components): unknown {
  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copy);
    if (!isObject(value)) return value;
    const { $id, ...members } = portable(value);
    const copied = Object.fromEntries(
      Object.entries(members).map(([name, member]) => [name, copy(member)]),
    );
    // A schema that refers to itself does so by its name.
    if (typeof members.$ref === 'string') copied.$ref = `#/components/schemas/${members.$ref}`;
    if (typeof $id !== 'string') return copied;
    schemas[$id] ??= { ...copied, description: copied.description ?? textOfSchema($id) };
    return { $ref: `#/components/schemas/${$id}` };
  };
  return copy(schema);
}
