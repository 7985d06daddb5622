import type { Static, TSchema } from '@sinclair/typebox';
import { Ajv } from 'ajv';
import type { ErrorObject, ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { isLargerThan } from '../../lib/json/json.ts';
import { refuse } from '../errors.ts';
import type { RefusalCode, Violation } from '../errors.ts';
import { mustHaveType, sortedByField, wordsOfLimits } from './violation-words.ts';
import { isWebAddress } from './web-address.ts';

/** Stops at the first problem; the rest is looked for only after a failure. */
const first = createCompiler(false);
const all = createCompiler(true);

/** Compiles each schema at its first use. */
function createCompiler(allErrors: boolean): (schema: TSchema) => ValidateFunction {
  const ajv = createAjv(allErrors);
  const compiled = new WeakMap<TSchema, ValidateFunction>();
  return (schema) => {
    const known = compiled.get(schema) ?? ajv.compile(withoutId(schema));
    compiled.set(schema, known);
    return known;
  };
}

function createAjv(allErrors: boolean): Ajv {
  // `verbose` adds the schema to an error, for its message.
  const ajv = new Ajv({ allErrors, strict: false, verbose: true, code: { optimize: false } });
  const add = addFormats as unknown as typeof addFormats.default;
  add(ajv, ['email', 'date', 'date-time', 'uri', 'uuid']);
  ajv.addFormat('web-address', isWebAddress);
  return ajv;
}

/** Collecting all errors takes more than quadratic time in their number: 15 ms for 5,000. */
const thoroughUpTo = 5_000;

/** Violations of a TypeBox schema, at most 20, sorted by field. */
export function validateWith(schema: TSchema, value: unknown): Violation[] {
  const quick = first(schema);
  if (quick(value)) return [];
  // All errors of a huge value take far too long to find, and nobody reads them.
  if (isLargerThan(value, thoroughUpTo)) return readable(quick.errors ?? []);
  const thorough = all(schema);
  thorough(value);
  return readable(thorough.errors ?? []);
}

/** Returns the typed value, or refuses with `code`, listing all violations. */
export function assertValid<Schema extends TSchema>(
  schema: Schema,
  value: unknown,
  code: RefusalCode,
): Static<Schema> {
  assertNoViolations(validateWith(schema, value), code);
  return value;
}

/** Refuses with `code` if there are violations. */
export function assertNoViolations(violations: Violation[], code: RefusalCode): void {
  const [first] = violations;
  if (!first) return;
  refuse(code, `The body is not as it must be: ${first.field} ${first.message}.`, { violations });
}

/** `$id` names the schema in openapi.json; Ajv refuses to compile two schemas with the same `$id`. */
function withoutId(schema: TSchema): object {
  const { $id: _, ...rest } = schema;
  return rest;
}

/**
 * Converts Ajv's errors to sentences about fields; errors of `anyOf` alternatives are dropped when another
 * error is more precise.
 */
export function readable(errors: readonly ErrorObject[]): Violation[] {
  const precise = errors.filter(
    ({ keyword, schemaPath }) => keyword !== 'anyOf' && !isNullBranch(keyword, schemaPath),
  );
  const violations = withChoices(precise.length > 0 ? precise : errors);
  const unique = new Map(
    violations.map((violation) => [`${violation.field} ${violation.message}`, violation]),
  );
  return sortedByField([...unique.values()]).slice(0, 20);
}

/** A union of literals gives an error for each literal; they are combined to one sentence. */
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

/** `T | null` gives a useless second error "must be null". */
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
  enum: ({ params, parentSchema }) => {
    const { allowedValues } = params as { allowedValues: unknown[] };
    return inWords(parentSchema, `must be one of ${allowedValues.join(', ')}`);
  },
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

/** People cannot read a regular expression, so a schema may describe its rule in words. */
function inWords(schema: ErrorObject['parentSchema'], message: string): string {
  const words: unknown = schema?.['x-must-be'];
  return typeof words === 'string' ? `must be ${words}` : message;
}
