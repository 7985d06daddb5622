import type { ErrorObject } from 'ajv';
import type { Violation } from '../errors.ts';

const most = 20;

/** Keywords that only say that some branch did not fit; the branch itself says what is wrong. */
const noise: ReadonlySet<string> = new Set(['if', 'anyOf', 'allOf', 'not']);

/** Keywords of which only the sentence that the schema says about them helps; see `saying` in json-schema.ts. */
const needsSentence: ReadonlySet<string> = new Set(['oneOf', 'pattern', 'maxProperties']);

function sentenceOf({ keyword, parentSchema }: ErrorObject): string | undefined {
  const sentence: unknown = parentSchema?.['description'];
  return needsSentence.has(keyword) && typeof sentence === 'string' ? sentence : undefined;
}

/** The alternatives of a choice are in its sentence. */
function isTelling(error: ErrorObject): boolean {
  return !noise.has(error.keyword) && !/\/oneOf\/\d+\//.test(error.schemaPath);
}

/** What stops a reader first comes first. */
const order = ['required', 'type', 'const', 'enum', 'additionalProperties'];

function rank(error: ErrorObject): number {
  const position = order.indexOf(error.keyword);
  return position < 0 ? order.length : position;
}

/** `/schema/0/properties/2` → `schema[0].properties[2]`. */
function fieldOf(pointer: string, member?: string): string {
  const segments = pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (member !== undefined) segments.push(member);
  return segments.reduce((path, segment) => {
    if (/^\d+$/.test(segment)) return `${path}[${segment}]`;
    return path === '' ? segment : `${path}.${segment}`;
  }, '');
}

function listed(values: unknown): string {
  return Array.isArray(values) ? values.map(String).join(', ') : String(values);
}

const typeNames: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
};

function typesOf(types: unknown): string {
  const names = Array.isArray(types) ? types.map(String) : String(types).split(',');
  return names.map((name) => typeNames[name] ?? name).join(' or ');
}

type Wording = (params: Record<string, unknown>, standard: string) => string;

const formatNames: Record<string, string> = {
  uri: 'an absolute address like https://example.com/page',
  'uri-template': 'an absolute address like s3://bucket/orders/{model}/*.csv',
  date: 'a date like 2026-01-31',
  'date-time': 'a date and time with zone like 2026-01-31T12:00:00Z',
};

const wordings: Record<string, Wording> = {
  required: () => 'is required',
  additionalProperties: (_, standard) =>
    `is not a member of this object in the declared version of ${standard}`,
  type: ({ type }) => `must be ${typesOf(type)}`,
  enum: ({ allowedValues }) => `must be one of ${listed(allowedValues)}`,
  const: ({ allowedValue }) => `must be ${listed(allowedValue)}`,
  minItems: ({ limit }) => `must have at least ${listed(limit)} entries`,
  maxItems: ({ limit }) => `must have at most ${listed(limit)} entries`,
  uniqueItems: () => 'must not contain the same entry twice',
  format: ({ format }) => `must be ${formatNames[String(format)] ?? String(format)}`,
  minimum: ({ limit }) => `must be at least ${listed(limit)}`,
  exclusiveMinimum: ({ limit }) => `must be greater than ${listed(limit)}`,
  minProperties: ({ limit }) => `must have at least ${listed(limit)} members`,
  'false schema': () => 'does not fit the type that this object declares',
};

function violationOf(error: ErrorObject, standard: string): Violation {
  const params: Record<string, unknown> = error.params;
  const member = params['missingProperty'] ?? params['additionalProperty'];
  const field = fieldOf(error.instancePath, typeof member === 'string' ? member : undefined);
  const wording = Object.hasOwn(wordings, error.keyword) ? wordings[error.keyword] : undefined;
  const message = sentenceOf(error) ?? wording?.(params, standard) ?? error.message;
  return { field, message: message ?? 'is not valid' };
}

/** At most twenty readable violations, one per field and message, what is missing first; they name the standard. */
export function violationsOf(errors: readonly ErrorObject[], standard: string): Violation[] {
  const found = errors
    .filter(isTelling)
    .sort((one, other) => rank(one) - rank(other))
    .map((error) => violationOf(error, standard));
  const unique = new Map(
    found.map((violation) => [`${violation.field} ${violation.message}`, violation]),
  );
  return [...unique.values()].slice(0, most);
}
