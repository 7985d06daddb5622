import type { Database } from '../../db/connect.ts';
import { Refusal, refuse } from '../../domain/errors.ts';
import { resolveReferences } from '../../domain/scim/protocol/bulk.ts';
import type { BulkOperation, BulkRequest } from '../../domain/scim/protocol/bulk.ts';
import { refuseScim } from '../../domain/scim/protocol/refuse-scim.ts';
import { resourceTypes } from '../../domain/scim/schemas/resource-types.ts';
import type { ResourceType } from '../../domain/scim/schemas/resource-types.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import type { Preconditions } from '../preconditions.ts';
import type { ScimCause } from './cause.ts';
import {
  createScimResource,
  patchScimResource,
  removeScimResource,
  replaceScimResource,
} from './write-resource.ts';

/** The outcome of one operation of a bulk request. */
export type BulkResult = { operation: BulkOperation; type?: ResourceType; id?: string } & (
  | { status: 200 | 201; revision: number }
  | { status: 204 }
  | { refusal: Refusal }
);

type Ready = { operation: BulkOperation; path: string; data: JsonObject | undefined };

/**
 * Runs the operations, each in a transaction of its own, until `failOnErrors` of them were refused. An operation that refers to a
 * later one waits for it; results are in the order of the operations.
 */
export async function runBulk(
  database: Database,
  { operations, failOnErrors = Infinity }: BulkRequest,
  cause: ScimCause,
): Promise<BulkResult[]> {
  const created = new Map<string, string>();
  const results = new Map<number, BulkResult>();
  let [errors, isLast] = [0, false];
  /** True if the operation has to wait for one that it refers to. */
  const run = async (at: number, operation: BulkOperation): Promise<boolean> => {
    if (errors >= failOnErrors) return false;
    const ready = resolve(operation, created);
    // References that nothing resolves are errors of their operations.
    if (ready.missing.length > 0 && !isLast) return true;
    const result = await tryOperation(database, ready, cause);
    if ('refusal' in result) errors += 1;
    else if (operation.bulkId !== undefined && result.id) created.set(operation.bulkId, result.id);
    results.set(at, result);
    return false;
  };
  for (let waiting = [...operations.entries()]; waiting.length > 0;) {
    const later: typeof waiting = [];
    for (const [at, operation] of waiting) {
      if (await run(at, operation)) later.push([at, operation]);
    }
    isLast = later.length === waiting.length;
    waiting = later;
  }
  return [...results].toSorted(([left], [right]) => left - right).map(([, result]) => result);
}

function resolve(operation: BulkOperation, created: ReadonlyMap<string, string>) {
  const data = resolveReferences(operation.data, created);
  const [, endpoint = '', id] = /^(\/[^/]*)(?:\/(.*))?$/.exec(operation.path) ?? [];
  const named = resolveReferences(id, created);
  const path = named.value === undefined ? endpoint : `${endpoint}/${named.value}`;
  return { operation, path, data: data.value, missing: [...data.missing, ...named.missing] };
}

async function tryOperation(
  database: Database,
  ready: Ready & { missing: readonly string[] },
  cause: ScimCause,
): Promise<BulkResult> {
  const { operation, missing } = ready;
  try {
    if (missing.length > 0) {
      refuseScim('invalidValue', `No operation that succeeded has the bulkId '${missing[0]}'.`);
    }
    return await runOperation(database, ready, cause);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { operation, refusal: error };
  }
}

async function runOperation(
  database: Database,
  { operation, path, data }: Ready,
  cause: ScimCause,
): Promise<BulkResult> {
  const { method, version } = operation;
  const [, endpoint, id] = /^(\/[^/]+)(?:\/([^/]+))?$/.exec(path) ?? [];
  const type = resourceTypes.find((each) => each.endpoint === endpoint);
  if (!type)
    return refuseScim('invalidValue', `'${path.slice(0, 200)}' is no path of users or groups.`);
  const given = data ?? {};
  if (method === 'POST') {
    if (id !== undefined) refuseScim('invalidValue', `POST creates at '${type.endpoint}'.`);
    if (operation.bulkId === undefined) refuseScim('invalidValue', "A POST needs a 'bulkId'.");
    const { resource } = await createScimResource(database, { type, given }, cause);
    return { operation, type, id: resource.id, status: 201, revision: resource.revision };
  }
  if (id === undefined)
    return refuse('not_found', `${method} needs the id of a resource in 'path'.`);
  const named = { type, id, preconditions: preconditionsOf(version) };
  if (method === 'DELETE') {
    await removeScimResource(database, named, cause);
    return { operation, type, id, status: 204 };
  }
  const { resource } = await change(database, { method, named, given }, cause);
  return { operation, type, id, status: 200, revision: resource.revision };
}

function change(
  database: Database,
  {
    method,
    named,
    given,
  }: {
    method: string;
    named: { type: ResourceType; id: string; preconditions: Preconditions };
    given: JsonObject;
  },
  cause: ScimCause,
) {
  if (method === 'PUT') return replaceScimResource(database, { ...named, given }, cause);
  if (method === 'PATCH') return patchScimResource(database, { ...named, patch: given }, cause);
  return refuseScim('invalidValue', `'method' must be POST, PUT, PATCH or DELETE.`);
}

function preconditionsOf(version: string | undefined): Preconditions {
  const tag = version?.replace(/^(W\/)?"|"$/g, '');
  return { ifMatch: tag === undefined ? undefined : [tag], mustBeNew: false };
}
