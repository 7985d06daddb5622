import { isObject } from '../../../lib/json/json.ts';
import type { Json, JsonObject } from '../../../lib/json/json.ts';
import { refuse } from '../../errors.ts';
import { refuseScim } from './refuse-scim.ts';

/** Limits that `/ServiceProviderConfig` announces. */
export const bulkLimits = { operations: 1_000, bytes: 1024 * 1024 } as const;

export type BulkOperation = {
  method: string;
  path: string;
  bulkId: string | undefined;
  version: string | undefined;
  data: JsonObject | undefined;
};

export type BulkRequest = { operations: BulkOperation[]; failOnErrors: number | undefined };

const bulkUrn = 'urn:ietf:params:scim:api:messages:2.0:BulkRequest';

/** Reads a bulk request (RFC 7644 §3.7); what is wrong with one operation is that operation's error. */
export function readBulk(body: JsonObject): BulkRequest {
  const { schemas, Operations: operations, failOnErrors } = body;
  if (!Array.isArray(schemas) || !schemas.includes(bulkUrn)) {
    refuseScim('invalidSyntax', `'schemas' must contain '${bulkUrn}'.`);
  }
  if (!Array.isArray(operations)) {
    return refuseScim('invalidSyntax', "'Operations' must be a list.");
  }
  if (operations.length > bulkLimits.operations) {
    const { operations: max } = bulkLimits;
    refuse('payload_too_large', `A bulk request has at most ${max} operations.`);
  }
  const isCount = Number.isInteger(failOnErrors) && (failOnErrors as number) > 0;
  if (failOnErrors !== undefined && failOnErrors !== null && !isCount) {
    refuseScim('invalidValue', "'failOnErrors' must be a whole number from 1 on.");
  }
  const bound = isCount ? (failOnErrors as number) : undefined;
  return { operations: operations.map(readOperation), failOnErrors: bound };
}

function readOperation(given: Json, at: number): BulkOperation {
  if (!isObject(given)) {
    return refuseScim('invalidSyntax', `'Operations[${at}]' must be an object.`);
  }
  const { method, path, bulkId, version, data } = given;
  const text = (value: Json | undefined): string | undefined =>
    typeof value === 'string' ? value : undefined;
  return {
    method: text(method)?.toUpperCase() ?? '',
    path: text(path) ?? '',
    bulkId: text(bulkId),
    version: text(version),
    data: isObject(data) ? data : undefined,
  };
}

const reference = /^bulkId:(.+)$/;

/** The value with references such as `bulkId:qwerty` replaced; `missing` are those that are not known. */
export function resolveReferences<Value extends Json | undefined>(
  value: Value,
  known: ReadonlyMap<string, string>,
): { value: Value; missing: string[] } {
  const missing: string[] = [];
  const resolve = (each: Json): Json => {
    if (typeof each === 'string') {
      const name = reference.exec(each)?.[1];
      if (name === undefined) return each;
      const id = known.get(name);
      if (id === undefined) missing.push(name);
      return id ?? each;
    }
    if (Array.isArray(each)) return each.map(resolve);
    if (!isObject(each)) return each;
    const members = Object.entries(each);
    return Object.fromEntries(members.map(([name, member]) => [name, resolve(member)]));
  };
  return { value: (value === undefined ? undefined : resolve(value)) as Value, missing };
}
