import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { isLargerThan } from '../../lib/json/json.ts';
import type { Violation } from '../errors.ts';
import type { Schema } from './json-schema.ts';
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
