import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { isLargerThan } from '../../lib/json.ts';
import type { Violation } from '../errors.ts';
import type { Schema } from './json-schema.ts';
import { violationsOf } from './violations.ts';

/** Values of `format` that only some standard has. */
export type Formats = Readonly<Record<string, (value: string) => boolean>>;

/** The check of documents by one schema. */
export type SchemaCheck = {
  accepts: (document: unknown) => boolean;
  /** At most twenty, readable by people; empty when the document is valid. */
  violations: (document: unknown) => Violation[];
  /** Does now what the first document would have to wait for. */
  compile: () => void;
};

/**
 * Looking for all errors takes more than quadratic time in their number: half a minute for a hundred thousand.
 * Larger documents get the first error only.
 */
const thoroughUpTo = 20_000;

/**
 * Makes the check of documents by a schema; `name` is the standard's in messages. Compiled on first use: a process that
 * never sees an old version does not pay for it. All errors are looked for only after the first was found.
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
    compile: () => {
      validatorOf(false);
      validatorOf(true);
    },
  };
}

/**
 * Rules stand beside the members that they are about; `verbose` puts the sentences about them into the errors. A test
 * checks that our schemas are valid, so that starting does not.
 */
const options = {
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
