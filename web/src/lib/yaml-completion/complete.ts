import { cursorAt } from './cursor.ts';
import type { Cursor, Place } from './cursor.ts';
import { schemasAt, schemasBeside } from './schema.ts';
import type { JsonSchema } from './schema.ts';

export type YamlCompletion = {
  label: string;
  detail?: string;
  info?: string;
  /** What is written in the place of what was typed. */
  insert: string;
  isRequired: boolean;
};

/** What a schema allows at a place, and the column at which the typed word begins. */
export function completionsAt(
  schema: JsonSchema,
  lineAt: (line: number) => string | undefined,
  place: Place,
): { from: number; options: YamlCompletion[] } | undefined {
  const cursor = cursorAt(lineAt, place);
  if (cursor === undefined) return undefined;
  const { path, key, from } = cursor;
  const end = key === undefined ? path : [...path, key];
  const schemas = schemasAt(schema, end, cursor.written);
  const keys = key === undefined ? keysOf(schema, schemas, cursor) : [];
  const options = [...keys, ...valuesOf(schemas)];
  return options.length === 0 ? undefined : { from, options };
}

function keysOf(
  root: JsonSchema,
  schemas: readonly JsonSchema[],
  { written, indent }: Cursor,
): YamlCompletion[] {
  const required = new Set(schemas.flatMap((each) => each.required ?? []));
  const found = new Map<string, YamlCompletion>();
  for (const [name, sub] of schemas.flatMap((each) => Object.entries(each.properties ?? {}))) {
    if (written.has(name) || found.get(name)?.info !== undefined || sub === false) continue;
    const parts = schemasBeside(root, sub);
    const type = typeOf(parts);
    const info = parts.find(({ description }) => description !== undefined)?.description;
    found.set(name, {
      label: name,
      ...(type !== undefined && { detail: type }),
      ...(info !== undefined && { info }),
      insert: `${name}:${beginOf(type, ' '.repeat(indent))}`,
      isRequired: required.has(name),
    });
  }
  return [...found.values()];
}

function typeOf(schemas: readonly JsonSchema[]): string | undefined {
  const types = schemas.flatMap(({ type }) => type ?? []);
  return types.find((each) => each !== 'null');
}

/** Objects and lists begin on the next line. */
function beginOf(type: string | undefined, indent: string): string {
  if (type === 'object') return `\n${indent}  `;
  return type === 'array' ? `\n${indent}  - ` : ' ';
}

function valuesOf(schemas: readonly JsonSchema[]): YamlCompletion[] {
  const values = schemas.flatMap((each) => [
    ...(each.enum ?? []),
    ...(each.const === undefined ? [] : [each.const]),
    ...(each.type === 'boolean' ? [true, false] : []),
    ...(each.examples ?? []).filter((example) => typeof example === 'string'),
  ]);
  return [...new Set(values.filter((value) => value !== null && typeof value !== 'object'))].map(
    (value) => ({ label: String(value), insert: scalarOf(value), isRequired: false }),
  );
}

/** Texts that YAML would read as something else are quoted. */
function scalarOf(value: unknown): string {
  const text = String(value);
  const isSpecial = /^(?:true|false|null|~|[-+.\d].*|)$|^[\s!&*?|>%@`"'#,[\]{}-]|: |\s#|:$/u.test(
    text,
  );
  return typeof value === 'string' && isSpecial ? JSON.stringify(text) : text;
}
