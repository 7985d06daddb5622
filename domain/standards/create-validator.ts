import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { isLargerThan } from '../../lib/json/json.ts';
import type { Violation } from '../errors.ts';
import type { Schema } from './json-schema.ts';
import { objectOf } from './json-value.ts';
import type { JsonObject } from './json-value.ts';
import { violationsOf } from './violations.ts';

/** Values of `format` that only one standard defines. */
export type Formats = Readonly<Record<string, (value: string) => boolean>>;

/** A validator of documents by one schema. */
export type SchemaCheck = {
  accepts: (document: unknown) => boolean;
  /** At most twenty readable violations; empty when the document is valid. */
  violations: (document: unknown) => Violation[];
  /** Compiles now what each document is checked by; the first invalid one waits for the collecting of all errors. */
  compile: () => void;
};

/**
 * Collecting all errors takes more than quadratic time in their number: half a minute for a hundred thousand.
 * Larger documents get the first error only.
 */
const thoroughUpTo = 20_000;

/**
 * Creates the validator of a schema; `name` is the standard's in messages. The schema is compiled on first use,
 * so that processes never compile unused versions. All errors are only collected after the first is found.
 */
export function createSchemaCheck(
  name: string,
  schema: () => Schema,
  formats: Formats = {},
): SchemaCheck {
  const validators = new Map<boolean, ValidateFunction>();
  const validatorOf = (allErrors: boolean): ValidateFunction => {
    const known = validators.get(allErrors);
    if (known !== undefined) return known;
    const validator = createAjv(allErrors, formats).compile(schema());
    validators.set(allErrors, validator);
    return validator;
  };
  return {
    accepts: (document) => validatorOf(false)(document),
    violations: (document) => {
      const quick = validatorOf(false);
      if (quick(document)) return [];
      const isLarge = isLargerThan(document, thoroughUpTo);
      const chosen = isLarge ? quick : validatorOf(true);
      if (!isLarge) chosen(document);
      return violationsOf(chosen.errors ?? [], name);
    },
    compile: () => void validatorOf(false),
  };
}

/**
 * Rules are defined beside the members that they concern; `verbose` adds their descriptions to the errors. A
 * test checks that the schemas are valid, so that processes need not. Ajv's optimization of its own code takes a
 * third of the time of compiling, and speeds up no check.
 */
const options = {
  code: { optimize: false },
  validateSchema: false,
  inlineRefs: false,
  strict: true,
  strictTypes: false,
  strictRequired: false,
  allowUnionTypes: true,
  verbose: true,
} as const;

function createAjv(allErrors: boolean, formats: Formats): Ajv2020 {
  const ajv = new Ajv2020({ ...options, allErrors });
  const add = addFormats as unknown as typeof addFormats.default;
  add(ajv, ['date', 'date-time', 'uri']);
  for (const [name, check] of Object.entries(formats)) ajv.addFormat(name, check);
  return ajv;
}

/** A standard whose documents identify themselves by `kind` and `apiVersion`. */
export type Standard<Line extends string> = {
  /** Short name for messages, e.g. `ODCS`. */
  name: string;
  /** Value of `kind`. */
  kind: string;
  /** Name in messages, e.g. `data contract`. */
  title: string;
  /** Values of `apiVersion`, oldest first. */
  versions: readonly string[];
  /** The form of a version's documents; undefined for unsupported versions. */
  lineOf: (apiVersion: unknown) => Line | undefined;
  schemaOf: (line: Line) => Schema;
  /** Values of `format` that only this standard defines. */
  formats?: Formats;
};

/** The validator of a standard's documents. */
export type Validator = ((document: unknown) => Violation[]) & {
  /** The checks of every version. */
  checks: () => SchemaCheck[];
};

/**
 * Creates the validator of a standard's documents: violations by the version that the document declares; empty
 * when it is valid. At most twenty readable violations, followed by the newest version by which the document
 * would be valid.
 */
export function createValidator<Line extends string>(standard: Standard<Line>): Validator {
  const checkOf = checkPerLine(standard);
  const validate = (value: unknown): Violation[] => {
    const document = objectOf(value);
    if (document === undefined)
      return [{ field: '', message: `the ${standard.title} must be an object` }];
    const markers = markerViolations(standard, document);
    const line = standard.lineOf(document['apiVersion']);
    if (markers.length > 0 || line === undefined) return markers;
    const violations = checkOf(line).violations(document);
    if (violations.length === 0) return [];
    const fitting = standard.versions.findLast((version) => {
      const other = standard.lineOf(version);
      return other !== undefined && other !== line && checkOf(other).accepts(document);
    });
    return fitting === undefined ? violations : [...violations, hintAt(fitting)];
  };
  const checks = (): SchemaCheck[] => {
    const lines = standard.versions.map((version) => standard.lineOf(version));
    return [...new Set(lines)].filter((line) => line !== undefined).map((line) => checkOf(line));
  };
  return Object.assign(validate, { checks });
}

function hintAt(version: string): Violation {
  return { field: 'apiVersion', message: `may be changed: the document is valid as ${version}` };
}

function checkPerLine<Line extends string>({
  name,
  schemaOf,
  formats,
}: Standard<Line>): (line: Line) => SchemaCheck {
  const checks = new Map<Line, SchemaCheck>();
  return (line) => {
    const known = checks.get(line) ?? createSchemaCheck(name, () => schemaOf(line), formats);
    checks.set(line, known);
    return known;
  };
}

function markerViolations<Line extends string>(
  { kind, versions, lineOf }: Standard<Line>,
  document: JsonObject,
): Violation[] {
  const violations: Violation[] = [];
  if (document['kind'] !== kind) violations.push({ field: 'kind', message: `must be ${kind}` });
  if (lineOf(document['apiVersion']) === undefined) {
    violations.push({ field: 'apiVersion', message: `must be one of ${versions.join(', ')}` });
  }
  return violations;
}
