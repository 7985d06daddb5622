import { isObject } from '../../../lib/json/json.ts';
import type { Json, JsonObject } from '../../../lib/json/json.ts';
import { createBounds, readValuePath } from '../filter/parse-filter.ts';
import type { Filter } from '../filter/parse-filter.ts';
import { readTokens } from '../filter/tokens.ts';
import type { Tokens } from '../filter/tokens.ts';
import { refuseScim } from '../protocol/refuse-scim.ts';
import type { Attribute } from '../schemas/attribute.ts';
import { findAttribute, findTarget } from '../schemas/resource-types.ts';
import type { ResourceType, Target } from '../schemas/resource-types.ts';

export type PatchOperation = {
  op: 'add' | 'replace' | 'remove';
  path: string | undefined;
  value: Json | undefined;
};

/** What an operation changes: an attribute or a part of it, of those values of a list that match the filter. */
export type PatchTarget = Target & { filter: Filter | undefined };

const patchUrn = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const maxOperations = 1_000;
const verbs = new Set(['add', 'replace', 'remove']);

/** The operations of a PATCH, in any case, as Microsoft Entra writes them; refuses with `invalidSyntax`. */
export function readOperations(body: JsonObject): PatchOperation[] {
  const { schemas } = body;
  if (!Array.isArray(schemas) || !schemas.includes(patchUrn)) {
    refuseScim('invalidSyntax', `'schemas' must contain '${patchUrn}'.`);
  }
  const operations = body['Operations'] ?? body['operations'];
  if (!Array.isArray(operations) || operations.length === 0) {
    return refuseScim('invalidSyntax', "'Operations' must be a list with one operation at least.");
  }
  if (operations.length > maxOperations) {
    refuseScim('invalidSyntax', `A PATCH has at most ${maxOperations} operations.`);
  }
  return operations.map(readOperation);
}

function readOperation(given: Json, at: number): PatchOperation {
  const where = `Operations[${at}]`;
  if (!isObject(given)) return refuseScim('invalidSyntax', `'${where}' must be an object.`);
  const { op, path, value } = given;
  const verb = typeof op === 'string' ? op.toLowerCase() : '';
  if (!verbs.has(verb))
    refuseScim('invalidSyntax', `'${where}.op' must be add, replace or remove.`);
  if (path !== undefined && path !== null && typeof path !== 'string') {
    refuseScim('invalidPath', `'${where}.path' must be a text.`);
  }
  if (verb !== 'remove' && value === undefined) {
    refuseScim('invalidValue', `'${where}.value' is missing.`);
  }
  const operation = { op: verb as PatchOperation['op'], path: path || undefined, value };
  return operation;
}

/** Reads a path such as `emails[type eq "work"].value`; refuses with `invalidPath` what the schema does not have. */
export function readPath(type: ResourceType, path: string): PatchTarget {
  const tokens = readTokens(path, 'invalidPath');
  const word = tokens.next();
  const target = word.kind === 'word' ? findTarget(type, word.text) : undefined;
  if (!target)
    return refuseScim('invalidPath', `A ${type.kind} has no attribute '${path.slice(0, 200)}'.`);
  if (tokens.peek().kind === 'end') return { ...target, filter: undefined };
  const { attribute } = target;
  if (!attribute.multiValued || attribute.type !== 'complex' || target.sub) {
    refuseScim('invalidPath', `'${attribute.name}' is no list of values that can be selected.`);
  }
  const { filter } = readValuePath(tokens, createBounds(), word.text);
  if (tokens.peek().kind === 'end') return { ...target, filter };
  tokens.expect('.');
  return { ...target, filter, sub: readPart(attribute, tokens) };
}

function readPart({ name, subAttributes = [] }: Attribute, tokens: Tokens): Attribute {
  const { text } = tokens.next();
  const part = findAttribute(subAttributes, text);
  if (!part || tokens.peek().kind !== 'end') {
    return refuseScim('invalidPath', `'${name}' has no part '${text}'.`);
  }
  return part;
}
