import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { isLargerThan } from '../../lib/json.ts';
import type { Violation } from '../errors.ts';
import type { Schema } from './json-schema.ts';
import { objectOf } from './json-value.ts';
import type { JsonObject } from './json-value.ts';
import { violationsOf } from './violations.ts';

/** A standard whose documents say by `kind` and `apiVersion` what they are. */
export type Standard<Line extends string> = {
  /** Short name for messages, e.g. `ODCS`. */
  name: string;
  /** Value of `kind`. */
  kind: string;
  /** For messages, e.g. `data contract`. */
  title: string;
  /** Values of `apiVersion`, oldest first. */
  versions: readonly string[];
  /** The form that the documents of a version have; undefined for versions that are not read. */
  lineOf: (apiVersion: unknown) => Line | undefined;
  schemaOf: (line: Line) => Schema;
  /** Values of `format` that only this standard has. */
  formats?: Readonly<Record<string, (value: string) => boolean>>;
};

/** The check of a standard's documents. */
export type Validator = ((document: unknown) => Violation[]) & {
  /** Compiles what documents of the newest version need, so that no request has to wait for it. */
  compileNewest: () => void;
};

/**
 * Looking for all errors takes more than quadratic time in their number: half a minute for a hundred thousand.
 * Larger documents get the first error only.
 */
const thoroughUpTo = 20_000;

/**
 * Makes the check of a standard's documents: what is wrong by the version that the document declares; empty when
 * nothing is. At most twenty violations, readable by people, and behind them the newest version by which the
 * document would be valid. All errors are looked for only after the first was found.
 */
export function createValidator<Line extends string>(standard: Standard<Line>): Validator {
  const validatorOf = compileOnce(standard);
  const validate = (value: unknown): Violation[] => {
    const document = objectOf(value);
    if (document === undefined)
      return [{ field: '', message: `the ${standard.title} must be an object` }];
    const markers = markerViolations(standard, document);
    const line = standard.lineOf(document['apiVersion']);
    if (markers.length > 0 || line === undefined) return markers;
    const quick = validatorOf(line, false);
    if (quick(document)) return [];
    const isLarge = isLargerThan(document, thoroughUpTo);
    const chosen = isLarge ? quick : validatorOf(line, true);
    if (!isLarge) chosen(document);
    const violations = violationsOf(chosen.errors ?? [], standard.name);
    const fitting = standard.versions.findLast((version) => {
      const other = standard.lineOf(version);
      return other !== undefined && other !== line && validatorOf(other, false)(document);
    });
    return fitting === undefined ? violations : [...violations, hintAt(fitting)];
  };
  const compileNewest = (): void => {
    const newest = standard.lineOf(standard.versions.at(-1));
    if (newest === undefined) return;
    validatorOf(newest, false);
    validatorOf(newest, true);
  };
  return Object.assign(validate, { compileNewest });
}

function hintAt(version: string): Violation {
  return { field: 'apiVersion', message: `may be changed: the document is valid as ${version}` };
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

/** Compiled on first use: a process that never sees an old version does not pay for it. */
function compileOnce<Line extends string>(
  standard: Standard<Line>,
): (line: Line, allErrors: boolean) => ValidateFunction {
  const validators = new Map<string, ValidateFunction>();
  return (line, allErrors) => {
    const key = `${line} ${allErrors}`;
    const known = validators.get(key);
    if (known !== undefined) return known;
    const ajv = new Ajv2020({ ...options, allErrors });
    const add = addFormats as unknown as typeof addFormats.default;
    add(ajv, ['date', 'date-time', 'uri']);
    for (const [name, check] of Object.entries(standard.formats ?? {})) ajv.addFormat(name, check);
    const validator = ajv.compile(standard.schemaOf(line));
    validators.set(key, validator);
    return validator;
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
