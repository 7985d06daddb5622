import type { TSchema } from '@sinclair/typebox';
import { isObject } from '../../lib/json/json.ts';
import { exampleOf } from './body-example.ts';

const samplesOfFormats: Readonly<Record<string, string>> = {
  'date-time': '2026-01-31T09:30:00.000Z',
  date: '2026-01-31',
  uuid: '018d5f2e-7c3a-7b1e-9f00-2c6a4d8e1b57',
  email: 'ada@example.com',
  uri: 'https://example.com/page',
  'web-address': 'https://example.com/page',
};

/** An example of an answer with this schema, made of the examples, allowed values and formats in it. */
export function sampleOf(schema: TSchema): unknown {
  // What is shown before is not repeated.
  if (schema.$ref !== undefined) return undefined;
  const stated = [
    exampleOf(schema),
    schema.const,
    schema.default,
    ...listOf<unknown>(schema.examples),
    schema['example'],
    ...listOf<unknown>(schema.enum),
  ].find((value) => value !== undefined);
  if (stated !== undefined) return stated;
  const first = [...listOf<TSchema>(schema.anyOf), ...listOf<TSchema>(schema.oneOf)].find(
    ({ type }) => type !== 'null',
  );
  if (first !== undefined) return sampleOf(first);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map(sampleOf));
  // Members of any type have a text as their example.
  const [type = 'string'] = [schema.type ?? []].flat() as string[];
  return samplers[type]?.(schema);
}

const samplers: Readonly<Record<string, (schema: TSchema) => unknown>> = {
  object: (schema) => {
    const members = Object.entries((schema.properties ?? {}) as Record<string, TSchema>);
    const samples = members.map(([name, member]) => [name, sampleOf(member)] as const);
    return Object.fromEntries(samples.filter(([, sample]) => sample !== undefined));
  },
  array: (schema) => {
    const item = isObject(schema.items) ? sampleOf(schema.items as unknown as TSchema) : undefined;
    return item === undefined ? [] : [item];
  },
  string: ({ format, pattern }) => samplesOfFormats[format] ?? (pattern ? undefined : 'text'),
  integer: ({ minimum = 1 }) => Math.max(1, minimum),
  number: ({ minimum = 1 }) => Math.max(1, minimum),
  boolean: () => true,
};

const listOf = <Item>(list: unknown): Item[] => (Array.isArray(list) ? list : []);
