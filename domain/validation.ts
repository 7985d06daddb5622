import type { Static, TSchema } from '@sinclair/typebox';
import { Ajv } from 'ajv';
import type { ErrorObject, ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { isLargerThan } from '../lib/json.ts';
import { refuse } from './errors.ts';
import type { RefusalCode, Violation } from './errors.ts';
import { mustHaveType, sortedByField, wordsOfLimits } from './violation-words.ts';
import { isWebAddress } from './web-address.ts';

/** One Ajv for our own bodies: it stops at the first problem; the rest is looked for only after a failure. */
const first = createAjv(false);
const all = createAjv(true);

function createAjv(allErrors: boolean): Ajv {
  // `verbose` puts the schema into an error, for its message.
  const ajv = new Ajv({ allErrors, strict: false, verbose: true });
  const add = addFormats as unknown as typeof addFormats.default;
  add(ajv, ['email', 'date', 'date-time', 'uri', 'uuid']);
  ajv.addFormat('web-address', isWebAddress);
  ajv.addKeyword({
    keyword: 'enumIgnoringCase',
    type: 'string',
    schemaType: 'array',
    compile: (allowed: string[]) => {
      const known = new Set(allowed.map((value) => value.toLowerCase()));
      return (value: string) => known.has(value.toLowerCase());
    },
  });
  return ajv;
}

const thoroughUpTo = 20_000;

const compiled = new WeakMap<TSchema, { first: ValidateFunction; all: ValidateFunction }>();

/** Violations of a TypeBox schema, at most 20, sorted by field; compiles the schema at its first use. */
export function validateWith(schema: TSchema, value: unknown): Violation[] {
  let validate = compiled.get(schema);
  if (!validate) {
    validate = { first: first.compile(withoutId(schema)), all: all.compile(withoutId(schema)) };
    compiled.set(schema, validate);
  }
  if (validate.first(value)) return [];
  // All errors of a huge value take far too long to find, and nobody reads them.
  if (isLargerThan(value, thoroughUpTo)) return readable(validate.first.errors ?? []);
  validate.all(value);
  return readable(validate.all.errors ?? []);
}

/** The value, typed, or a refusal with `code` that names everything that is wrong with it. */
export function assertValid<Schema extends TSchema>(
  schema: Schema,
  value: unknown,
  code: RefusalCode,
): Static<Schema> {
  assertNoViolations(validateWith(schema, value), code);
  return value;
}

/** Refuses with `code` unless there are none. */
export function assertNoViolations(violations: Violation[], code: RefusalCode): void {
  const [first] = violations;
  if (!first) return;
  refuse(code, `The body is not as it must be: ${first.field} ${first.message}.`, { violations });
}

/** `$id` names the schema in openapi.json; Ajv would refuse to compile two schemas that carry the same. */
function withoutId(schema: TSchema): object {
  const { $id: _, ...rest } = schema;
  return rest;
}

/** Turns Ajv's errors into sentences about fields; alternatives of `anyOf` are dropped when one is telling. */
export function readable(errors: readonly ErrorObject[]): Violation[] {
  const telling = errors.filter(
    ({ keyword, schemaPath }) => keyword !== 'anyOf' && !isNullBranch(keyword, schemaPath),
  );
  const violations = withChoices(telling.length > 0 ? telling : errors);
  const unique = new Map(
    violations.map((violation) => [`${violation.field} ${violation.message}`, violation]),
  );
  return sortedByField([...unique.values()]).slice(0, 20);
}

/** A union of literals gives an error for each of them; together they are one sentence. */
function withChoices(errors: readonly ErrorObject[]): Violation[] {
  const choices = new Map<string, string[]>();
  for (const error of errors) {
    if (error.keyword !== 'const') continue;
    const allowed = choices.get(fieldOf(error)) ?? [];
    allowed.push(String((error.params as { allowedValue: unknown }).allowedValue));
    choices.set(fieldOf(error), allowed);
  }
  return errors.map((error) => {
    const field = fieldOf(error);
    const allowed = error.keyword === 'const' ? choices.get(field) : undefined;
    return { field, message: allowed ? mustBe(allowed) : messageOf(error) };
  });
}

function mustBe(allowed: readonly string[]): string {
  return allowed.length === 1 ? `must be ${allowed[0]}` : `must be one of ${allowed.join(', ')}`;
}

/** `T | null` gives a second error "must be null", which helps nobody. */
function isNullBranch(keyword: string, schemaPath: string): boolean {
  return (
    keyword === 'type' &&
    /\/anyOf\/\d+\/type$/.test(schemaPath) &&
    schemaPath.endsWith('/anyOf/1/type')
  );
}

/** `/schema/0/name` becomes `schema[0].name`; a missing member is named itself. */
export function fieldOf({ instancePath, params }: ErrorObject): string {
  const missing = (params as { missingProperty?: string }).missingProperty;
  const parts = instancePath.split('/').slice(1);
  if (missing !== undefined) parts.push(missing);
  const field = parts
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce(
      (path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : path ? `${path}.${part}` : part),
      '',
    );
  return field || 'body';
}

type Words = (error: ErrorObject) => string;

const wordsOf: Readonly<Record<string, Words>> = {
  required: () => 'is required',
  enum: ({ params }) =>
    `must be one of ${(params as { allowedValues: unknown[] }).allowedValues.join(', ')}`,
  enumIgnoringCase: ({ schema }) =>
    `must be one of ${((schema as string[] | undefined) ?? []).join(', ')}`,
  format: ({ params, parentSchema }) =>
    inWords(parentSchema, `must be a valid ${(params as { format: string }).format}`),
  additionalProperties: ({ params }) =>
    `has the unknown member '${(params as { additionalProperty: string }).additionalProperty}'`,
  pattern: ({ message, parentSchema }) =>
    inWords(parentSchema, message ?? 'breaks the rule pattern'),
  type: ({ params, parentSchema }) => mustBeOfType(params as TypeParams, parentSchema),
};

function messageOf(error: ErrorObject): string {
  const { keyword, message, params } = error;
  const words = wordsOf[keyword]?.(error) ?? wordsOfLimits[keyword]?.(Number(params['limit']));
  return words ?? message ?? `breaks the rule ${keyword}`;
}

type TypeParams = { type: string | readonly string[] };

function mustBeOfType({ type }: TypeParams, schema: ErrorObject['parentSchema']): string {
  const message = mustHaveType(type);
  return type === 'array' ? inWords(schema, message) : message;
}

/** A regular expression is no help to everybody; a schema may say in words what it wants. */
function inWords(schema: ErrorObject['parentSchema'], message: string): string {
  const words: unknown = schema?.['x-must-be'];
  return typeof words === 'string' ? `must be ${words}` : message;
}
