/** What a type is called in messages; true and false are two of the values that a choice of types names. */
const typeNames: Readonly<Record<string, readonly string[]>> = {
  array: ['a list'],
  boolean: ['true', 'false'],
  integer: ['a whole number'],
  null: ['null'],
  number: ['a number'],
  object: ['an object'],
  string: ['a string'],
};

/** `must be a string, true, false or null`, of types as JSON Schema calls them. */
export function mustHaveType(types: string | readonly string[]): string {
  const names = [types].flat().flatMap((type) => typeNames[type] ?? [type]);
  const last = names.pop() ?? '';
  return `must be ${names.length > 0 ? `${names.join(', ')} or ${last}` : last}`;
}

/** What to say about a value of another type, as a validator with `verbose` hands it over. */
export function wordsOfType(types: string | readonly string[], value: unknown): string {
  // A number of JSON that is larger than any double is read as infinite.
  const isEndless = value === Infinity || value === -Infinity;
  return isEndless ? 'is a number too large to be kept' : mustHaveType(types);
}

const counted = (limit: number, one: string, more: string): string =>
  `${limit} ${limit === 1 ? one : more}`;

/** What to say about a value that breaks a limit, by the keyword of JSON Schema that has it. */
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

/** A text by which fields sort as people count: `schema[2]` before `schema[10]`. */
const keyOf = (field: string): string =>
  field.replaceAll(/\d+/g, (digits) => digits.padStart(9, '0'));

/** The violations by their fields, those of one field as they stand. */
export function sortedByField<Violation extends { field: string }>(
  violations: readonly Violation[],
): Violation[] {
  return violations
    .map((violation) => ({ violation, key: keyOf(violation.field) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ violation }) => violation);
}
