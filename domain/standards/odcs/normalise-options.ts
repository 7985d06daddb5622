import { numberOf, objectOf, objectsOf, scalarOf, textOf } from '../json-value.ts';
import type { JsonObject } from '../json-value.ts';
import type { EnumText, LogicalTypeOptions, Scalar } from './contract-model.ts';

type Bound = number | string | undefined;

/**
 * Bounds are numbers or, for dates, texts; an empty text is no bound. NaN and infinity stay as texts, so that
 * checks can report them.
 */
function boundOf(value: unknown): Bound {
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  const scalar = scalarOf(value);
  return scalar === '' || typeof scalar === 'boolean' ? undefined : scalar;
}

/** ODCS 3.0 writes `exclusiveMinimum: true` beside `minimum`; 3.1 has separate bounds. */
function boundsOf(options: JsonObject, inclusive: string, exclusive: string): [Bound, Bound] {
  const bound = boundOf(options[inclusive]);
  if (options[exclusive] === true) return [undefined, bound];
  return [bound, boundOf(options[exclusive])];
}

function countOf(value: unknown): number | undefined {
  const count = numberOf(value);
  return count !== undefined && Number.isInteger(count) && count >= 0 ? count : undefined;
}

/** A list of texts; a single text counts as a list of one, other values are left out. */
export function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (!Array.isArray(value)) return [];
  return value.filter((entry) => typeof entry === 'string' && entry !== '');
}

function withoutGaps(options: { [Name in keyof LogicalTypeOptions]: unknown }): LogicalTypeOptions {
  const present = Object.entries(options).filter(([, option]) => option !== undefined);
  return Object.fromEntries(present) as LogicalTypeOptions;
}

/** `logicalTypeOptions` of any version of ODCS; fields of DCS have the same member names. */
export function normaliseOptions(value: unknown): LogicalTypeOptions {
  const options = objectOf(value);
  if (options === undefined) return {};
  const [minimum, exclusiveMinimum] = boundsOf(options, 'minimum', 'exclusiveMinimum');
  const [maximum, exclusiveMaximum] = boundsOf(options, 'maximum', 'exclusiveMaximum');
  const required = textsOf(options['required']);
  return withoutGaps({
    minLength: countOf(options['minLength']),
    maxLength: countOf(options['maxLength']),
    // An empty pattern is kept, so that the plan can report it.
    pattern: typeof options['pattern'] === 'string' ? options['pattern'] : undefined,
    format: textsOf(options['format'])[0],
    minimum,
    maximum,
    exclusiveMinimum,
    exclusiveMaximum,
    multipleOf: numberOf(options['multipleOf']),
    minItems: countOf(options['minItems']),
    maxItems: countOf(options['maxItems']),
    uniqueItems: options['uniqueItems'] === true ? true : undefined,
    minProperties: countOf(options['minProperties']),
    maxProperties: countOf(options['maxProperties']),
    required: required.length === 0 ? undefined : required,
    dimensions: countOf(options['dimensions']),
    elementType: textsOf(options['elementType'])[0],
    distanceMetric: textsOf(options['distanceMetric'])[0],
    embeddingModel: textsOf(options['embeddingModel'])[0],
    embeddingModelVersion: textsOf(options['embeddingModelVersion'])[0],
    normalized: typeof options['normalized'] === 'boolean' ? options['normalized'] : undefined,
    timezone: typeof options['timezone'] === 'boolean' ? options['timezone'] : undefined,
  });
}

/** The scalars of a list; ODCS 3.2 writes `{value, label}` for each. */
export function scalarsOf(list: unknown): Scalar[] | undefined {
  if (!Array.isArray(list)) return undefined;
  const values = list
    .map((entry) => scalarOf(objectOf(entry)?.['value'] ?? entry))
    .filter((value) => value !== undefined);
  return values.length === 0 ? undefined : values;
}

/** ODCS 3.2 lists `{value, label}`; older files list scalars, at the property or inside `logicalTypeOptions`. */
export function enumOf(property: JsonObject): Scalar[] | undefined {
  return scalarsOf(property['enum'] ?? objectOf(property['logicalTypeOptions'])?.['enum']);
}

/** The texts of ODCS 3.2 about allowed values. */
export function enumTextsOf(property: JsonObject): EnumText[] {
  return objectsOf(property['enum']).flatMap((entry) => {
    const [value, label, description] = [
      scalarOf(entry['value']),
      textOf(entry['label']),
      textOf(entry['description']),
    ];
    const says = label !== undefined || description !== undefined;
    return value !== undefined && says ? [{ value, label, description }] : [];
  });
}
