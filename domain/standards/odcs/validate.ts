import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { Violation } from '../../errors.ts';
import { isLargerThan } from '../../../lib/json.ts';
import { objectOf, objectsOf, textOf } from './json-value.ts';
import type { JsonObject } from './json-value.ts';
import { contractSchema } from './schema.ts';
import { schemaLineOf, supportedVersions } from './versions.ts';
import type { SchemaLine } from './versions.ts';
import { violationsOf } from './violations.ts';

const validators = new Map<string, ValidateFunction>();

/** Compiled on first use: a process that never sees ODCS 2.2 does not pay for it. */
function validatorOf(line: SchemaLine, allErrors: boolean): ValidateFunction {
  const key = `${line} ${allErrors}`;
  const known = validators.get(key);
  if (known !== undefined) return known;
  const validator = new Ajv2020({ allErrors, strict: true, allowUnionTypes: true }).compile(
    contractSchema(line),
  );
  validators.set(key, validator);
  return validator;
}

function markerViolations(contract: JsonObject): Violation[] {
  const violations: Violation[] = [];
  if (contract['kind'] !== 'DataContract')
    violations.push({ field: 'kind', message: 'must be DataContract' });
  if (schemaLineOf(contract['apiVersion']) === undefined) {
    const supported = supportedVersions.join(', ');
    violations.push({ field: 'apiVersion', message: `must be one of ${supported}` });
  }
  return violations;
}

/**
 * Looking for all errors takes more than quadratic time in their number: half a minute for a hundred thousand.
 * Larger documents get the first error only.
 */
const thoroughUpTo = 20_000;

/**
 * What is wrong with an ODCS document by the version that it declares; empty when nothing is. At most twenty
 * violations, readable by people. All errors are looked for only after the first was found.
 */
export function validateContract(document: unknown): Violation[] {
  const contract = objectOf(document);
  if (contract === undefined)
    return [{ field: '', message: 'the data contract must be an object' }];
  const markers = markerViolations(contract);
  const line = schemaLineOf(contract['apiVersion']);
  if (markers.length > 0 || line === undefined) return markers;
  const quick = validatorOf(line, false);
  if (quick(contract)) return [];
  if (isLargerThan(contract, thoroughUpTo)) return violationsOf(quick.errors ?? []);
  const thorough = validatorOf(line, true);
  thorough(contract);
  return violationsOf(thorough.errors ?? []);
}

function customOwner(contract: JsonObject): string | undefined {
  const owner = objectsOf(contract['customProperties']).find(
    (entry) => entry['property'] === 'owner',
  );
  return textOf(owner?.['value']);
}

/** Team ids that a contract may mean as its owner, in the order in which they count: team.name, owner, domain. */
export function contractOwner(document: unknown): { candidates: string[] } {
  const contract = objectOf(document) ?? {};
  const named = [
    textOf(objectOf(contract['team'])?.['name']),
    customOwner(contract),
    textOf(contract['domain']),
  ];
  return { candidates: named.filter((name) => name !== undefined) };
}
