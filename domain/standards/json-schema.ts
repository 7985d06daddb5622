/** A JSON Schema (2020-12) or a part of one. */
export type Schema = { [keyword: string]: unknown };

/** Members of an object by name; false for forbidden members. */
export type Members = Record<string, Schema | false>;

type ObjectOptions = {
  required?: readonly string[];
  /** True if unknown members are refused. */
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

/** Reference to a part of the schema; needed for recursive parts. */
export const part = (name: string): Schema => ({ $ref: `#/$defs/${name}` });

export const oneOf = (values: readonly string[]): Schema => ({ type: 'string', enum: values });

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

/** Condition: the member is present and has this value. */
export const has = (member: string, value: string): Schema => hasOneOf(member, [value]);

/** Condition: the member is present and has one of these values. */
export const hasOneOf = (member: string, values: readonly string[]): Schema => ({
  properties: { [member]: { enum: values } },
  required: [member],
});

/** Forbids these members. */
export const without = (names: readonly string[]): Schema => ({
  properties: Object.fromEntries(names.map((name) => [name, false])),
});

/** The rules that apply when a condition holds, and when it does not. */
export const when = (condition: Schema, then: Schema, otherwise?: Schema): Schema => ({
  if: condition,
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema; schemas are never awaited
  then,
  ...(otherwise === undefined ? {} : { else: otherwise }),
});

/**
 * A rule of JSON Schema with an error message in `description`, because people cannot read a regular expression
 * or a choice between alternatives.
 */
export const saying = (sentence: string, rule: Schema): Schema => ({
  ...rule,
  description: sentence,
});
