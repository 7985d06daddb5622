import type { SchemaLine } from './versions.ts';

/** A JSON Schema (2020-12) or a part of one. */
export type Schema = { [keyword: string]: unknown };

type Members = Record<string, Schema>;

type ObjectOptions = {
  required?: readonly string[];
  /** Whether other members are refused. */
  closed?: boolean;
};

export const text: Schema = { type: 'string' };
export const flag: Schema = { type: 'boolean' };
export const number: Schema = { type: 'number' };
export const whole: Schema = { type: 'integer' };
export const anything: Schema = {};
export const texts: Schema = { type: 'array', items: text };
export const scalar: Schema = { type: ['string', 'number', 'boolean', 'null'] };
export const openObject: Schema = { type: 'object' };

/** Reference to a part of the document's schema that contains itself. */
export const part = (name: string): Schema => ({ $ref: `#/$defs/${name}` });

export const listOf = (items: Schema, keywords: Schema = {}): Schema => ({
  type: 'array',
  items,
  ...keywords,
});

export function objectOf(
  members: Members,
  { required = [], closed = false }: ObjectOptions = {},
): Schema {
  return {
    type: 'object',
    properties: members,
    ...(required.length > 0 ? { required } : {}),
    ...(closed ? { additionalProperties: false } : {}),
  };
}

/** From 3.1 most objects refuse members that the standard does not name (fact sheet §1.12). */
export const isClosed = (line: SchemaLine): boolean => line === '3.1' || line === '3.2';

/** `authoritativeDefinitions[]`: any text is a url, in every version. */
function authoritativeDefinitions(line: SchemaLine): Schema {
  const members = { id: text, url: text, type: text, description: text };
  return listOf(objectOf(members, { required: ['url', 'type'], closed: isClosed(line) }));
}

/** `customProperties[]`: a list, never a map; 3.0 asks for nothing in its entries. */
function customProperties(line: SchemaLine): Schema {
  const members = { id: text, property: text, value: anything, description: text };
  if (!isClosed(line)) return listOf(objectOf(members));
  const vendor = line === '3.2' ? { vendor: text } : {};
  return listOf(
    objectOf({ ...members, ...vendor }, { required: ['property', 'value'], closed: true }),
  );
}

/** What nearly every object may carry. */
export function annotations(line: SchemaLine): Members {
  return {
    tags: texts,
    authoritativeDefinitions: authoritativeDefinitions(line),
    customProperties: customProperties(line),
  };
}
