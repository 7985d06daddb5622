import type { ErrorObject } from 'ajv';
import type { Violation } from '../errors.ts';
import { sortedByField, wordsOfLimits, wordsOfType } from '../validation/violation-words.ts';

const maxViolations = 20;

/** Keywords that only say that some branch did not match; the errors of the branch are more precise. */
const noise: ReadonlySet<string> = new Set(['if', 'anyOf', 'allOf', 'not']);

/** Keywords that need an error message in the schema; see `saying` in json-schema.ts. */
const needsSentence: ReadonlySet<string> = new Set(['oneOf', 'pattern', 'maxProperties']);

function sentenceOf({ keyword, parentSchema }: ErrorObject): string | undefined {
  const sentence: unknown = parentSchema?.['description'];
  return needsSentence.has(keyword) && typeof sentence === 'string' ? sentence : undefined;
}

/** The message of a choice lists its alternatives. */
function isTelling(error: ErrorObject): boolean {
  return !noise.has(error.keyword) && !/\/oneOf\/\d+\//.test(error.schemaPath);
}

/** Order of importance, used when there are too many violations. */
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

type Wording = (params: Record<string, unknown>, standard: string, value: unknown) => string;

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
  type: ({ type }, _, value) => wordsOfType(String(type).split(','), value),
  enum: ({ allowedValues }) => `must be one of ${listed(allowedValues)}`,
  const: ({ allowedValue }) => `must be ${listed(allowedValue)}`,
  uniqueItems: () => 'must not contain the same entry twice',
  format: ({ format }) => `must be ${formatNames[String(format)] ?? String(format)}`,
  'false schema': () => 'does not fit the type that this object declares',
};

function violationOf(error: ErrorObject, standard: string): Violation {
  const params: Record<string, unknown> = error.params;
  const member = params['missingProperty'] ?? params['additionalProperty'];
  const field = fieldOf(error.instancePath, typeof member === 'string' ? member : undefined);
  const wording = Object.hasOwn(wordings, error.keyword) ? wordings[error.keyword] : undefined;
  const words =
    wording?.(params, standard, error.data) ??
    wordsOfLimits[error.keyword]?.(Number(params['limit']));
  return { field, message: sentenceOf(error) ?? words ?? error.message ?? 'is not valid' };
}

/** At most twenty readable violations, one per field and message, sorted by field; they name the standard. */
export function violationsOf(errors: readonly ErrorObject[], standard: string): Violation[] {
  const found = errors
    .filter(isTelling)
    .sort((one, other) => rank(one) - rank(other))
    .map((error) => violationOf(error, standard));
  const unique = new Map(
    found.map((violation) => [`${violation.field} ${violation.message}`, violation]),
  );
  return sortedByField([...unique.values()].slice(0, maxViolations));
}
