import type { Choices } from './choices.ts';
import { hostileName, hostileText, hostileValue } from './hostile-texts.ts';
import { setMember } from './json-tree.ts';
import type { FindSchema, Schema } from './operations.ts';
import { knownValue } from './placeholders.ts';

const maxDepth = 8;

type Context = { choices: Choices; find: FindSchema; depth: number };

/** A value that mostly follows a schema: patterns are ignored, and some parts are hostile. */
export function fromSchema(schema: Schema, choices: Choices, find: FindSchema): unknown {
  return make(schema, '', { choices, find, depth: 0 });
}

function make(schema: Schema, name: string, context: Context): unknown {
  const { choices, find } = context;
  if (context.depth > maxDepth) return null;
  if (choices.chance(0.01)) return hostileValue(choices);
  if (schema.$ref !== undefined) return make(find(schema.$ref), name, deeper(context));
  if (schema.const !== undefined) return schema.const;
  if (schema.enum && schema.enum.length > 0) return choices.pick(schema.enum);
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants && variants.length > 0) return make(choices.pick(variants), name, deeper(context));
  if (schema.allOf) return makeAll(schema.allOf, name, context);
  return makeTyped(schema, name, context);
}

const deeper = (context: Context): Context => ({ ...context, depth: context.depth + 1 });

function makeAll(schemas: readonly Schema[], name: string, context: Context): unknown {
  const parts = schemas.map((schema) => make(schema, name, deeper(context)));
  const whole = {};
  for (const part of parts) {
    if (typeof part !== 'object' || part === null) return part;
    for (const [member, value] of Object.entries(part)) setMember(whole, member, value);
  }
  return whole;
}

function makeTyped(schema: Schema, name: string, context: Context): unknown {
  const { choices } = context;
  const types = Array.isArray(schema.type) ? schema.type : [schema.type ?? guessType(schema)];
  const type = choices.pick(types);
  if (type === 'object') return makeObject(schema, deeper(context));
  if (type === 'array') return makeArray(schema, name, deeper(context));
  if (type === 'string') return makeText(schema, name, choices);
  if (type === 'integer' || type === 'number') return makeNumber(schema, choices);
  if (type === 'boolean') return choices.chance(0.5);
  if (type === 'null') return null;
  return hostileValue(choices);
}

function guessType(schema: Schema): string {
  if (schema.properties || schema.patternProperties) return 'object';
  return schema.items ? 'array' : 'string';
}

function makeObject(schema: Schema, context: Context): unknown {
  const { choices } = context;
  const object: Record<string, unknown> = {};
  const required = new Set(schema.required);
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    const isWanted = required.has(name) ? !choices.chance(0.02) : choices.chance(0.35);
    if (isWanted) setMember(object, name, make(member, name, context));
  }
  const others = Object.values(schema.patternProperties ?? {});
  if (typeof schema.additionalProperties === 'object') others.push(schema.additionalProperties);
  for (const other of others) {
    const name = choices.chance(0.5) ? hostileName(choices) : choices.pick(['a', 'b c', 'note']);
    setMember(object, name, make(other, name, context));
  }
  if (schema.additionalProperties !== false && choices.chance(0.1)) {
    setMember(object, hostileName(choices), hostileValue(choices));
  }
  return object;
}

function makeArray(schema: Schema, name: string, context: Context): unknown[] {
  const length = context.choices.weighted([
    [2, 0],
    [5, 1],
    [3, 2],
    [1, 5],
  ]);
  return Array.from({ length }, () => make(schema.items ?? {}, name, context));
}

const formats: Record<string, readonly string[]> = {
  date: ['2026-01-01', '2099-12-31', '2026-02-29'],
  'date-time': ['2026-01-01T00:00:00Z', '2099-12-31T23:59:60Z'],
  email: ['kim@example.com'],
  uri: ['https://example.com/x', 'https://127.0.0.1:1/'],
  uuid: ['00000000-0000-4000-8000-000000000000'],
};

function makeText(schema: Schema, name: string, choices: Choices): string {
  if (choices.chance(0.05)) return hostileText(choices);
  const known = knownValue(name, choices);
  if (known !== undefined) return known;
  const samples = formats[schema.format ?? ''];
  if (samples) return choices.pick(samples);
  if (/date|at$|until|start|end/i.test(name)) return choices.pick(formats['date'] ?? []);
  return choices.pick(['x', 'Orders', 'orders', 'active', 'postgres', '1.0.0', 'kim@example.com']);
}

function makeNumber({ minimum = 0, maximum = 100 }: Schema, choices: Choices): unknown {
  return choices.weighted([
    [6, choices.between(minimum, Math.max(minimum, Math.min(maximum, minimum + 100)))],
    [1, maximum],
    [1, minimum - 1],
    [1, maximum + 1],
  ]);
}
