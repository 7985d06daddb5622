/** Names of types in messages; true and false are separate values of a choice. */
const typeNames: Readonly<Record<string, readonly string[]>> = {
  array: ['a list'],
  boolean: ['true', 'false'],
  integer: ['a whole number'],
  null: ['null'],
  number: ['a number'],
  object: ['an object'],
  string: ['a string'],
};

/** `must be a string, true, false or null`, from types of JSON Schema. */
export function mustHaveType(types: string | readonly string[]): string {
  const names = [types].flat().flatMap((type) => typeNames[type] ?? [type]);
  const last = names.pop() ?? '';
  return `must be ${names.length > 0 ? `${names.join(', ')} or ${last}` : last}`;
}

/** The message for a value of the wrong type, from a validator with `verbose`. */
export function wordsOfType(types: string | readonly string[], value: unknown): string {
  // JSON numbers larger than any double are parsed as infinity.
  const isEndless = value === Infinity || value === -Infinity;
  return isEndless ? 'is a number too large to be stored' : mustHaveType(types);
}

const counted = (limit: number, one: string, more: string): string =>
  `${limit} ${limit === 1 ? one : more}`;

/** The message for a value beyond a limit, by keyword of JSON Schema. */
export const wordsOfLimits: Readonly<Record<string, (limit: number) => string>> = {
  minLength: (limit) =>
    limit === 1 ? 'must not be empty' : `must have at least ${limit} characters`,
  maxLength: (limit) => `must have at most ${counted(limit, 'character', 'characters')}`,
  minItems: (limit) => `must have at least ${counted(limit, 'entry', 'entries')}`,
  maxItems: (limit) => `must have at most ${counted(limit, 'entry', 'entries')}`,
  minProperties: (limit) => `must have at least ${counted(limit, 'member', 'members')}`,
  minimum: (limit) => `must be at least ${limit}`,
  maximum: (limit) => `must be at most ${limit}`,
  exclusiveMinimum: (limit) => `must be greater than ${limit}`,
};

/** A sort key with numeric order: `schema[2]` before `schema[10]`. */
const keyOf = (field: string): string =>
  field.replaceAll(/\d+/g, (digits) => digits.padStart(9, '0'));

/** The violations sorted by field; violations of one field keep their order. */
export function sortedByField<Violation extends { field: string }>(
  violations: readonly Violation[],
): Violation[] {
  return violations
    .map((violation) => ({ violation, key: keyOf(violation.field) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ violation }) => violation);
}
