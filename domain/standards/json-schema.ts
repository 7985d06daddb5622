/** A JSON Schema (2020-12) or a part of one. */
export type Schema = { [keyword: string]: unknown };

/** Members of an object by their names. */
export type Members = Record<string, Schema>;

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
