import { isObject } from '../../../lib/json/json.ts';
import type { Json, JsonObject } from '../../../lib/json/json.ts';
import { refuseScim } from '../protocol/refuse-scim.ts';
import { readResource } from '../resource/read-resource.ts';
import { findExtension, findTarget } from '../schemas/resource-types.ts';
import type { ResourceType } from '../schemas/resource-types.ts';
import { changeList } from './change-list.ts';
import { changeSingle } from './change-single.ts';
import { readPath } from './read-patch.ts';
import type { PatchOperation, PatchTarget } from './read-patch.ts';

/** The resource after all operations, or a refusal; the given resource stays as it is (RFC 7644 §3.5.2). */
export function applyPatch(
  type: ResourceType,
  resource: JsonObject,
  operations: readonly PatchOperation[],
): JsonObject {
  const changed = structuredClone(resource);
  for (const operation of operations) apply(type, changed, operation);
  return readResource(type, changed);
}

function apply(type: ResourceType, resource: JsonObject, operation: PatchOperation): void {
  const { op, path, value } = operation;
  const extension = path === undefined ? undefined : findExtension(type, path);
  if (path !== undefined && !extension) {
    change(resource, readPath(type, path), operation);
    return;
  }
  if (op === 'remove') {
    if (!extension) refuseScim('noTarget', "A 'remove' needs a path.");
    else delete resource[extension.id];
    return;
  }
  if (!isObject(value)) refuseScim('invalidValue', 'Without a path, the value must be an object.');
  const prefix = extension ? `${extension.id}:` : '';
  for (const [name, each] of Object.entries(value)) {
    applyMember(type, resource, { op, path: `${prefix}${name}`, value: each });
  }
}

/** A member of a value without a path: Microsoft Entra writes paths there, and Okta repeats the id. */
function applyMember(
  type: ResourceType,
  resource: JsonObject,
  operation: PatchOperation & { path: string },
): void {
  const { path } = operation;
  if (findExtension(type, path)) {
    apply(type, resource, operation);
    return;
  }
  const isPlain = /^[\w$:.-]+$/.test(path);
  const target = isPlain ? findTarget(type, path) : undefined;
  if (isPlain && (!target || target.attribute.mutability === 'readOnly')) return;
  change(resource, readPath(type, path), operation);
}

function assertMutable({ attribute, sub }: PatchTarget, isRemoval: boolean): void {
  for (const each of [attribute, sub]) {
    if (each?.mutability !== 'readOnly') continue;
    refuseScim('mutability', `'${each.name}' cannot be changed by clients.`);
  }
  if (attribute.required && isRemoval) {
    refuseScim('mutability', `'${attribute.name}' is required and cannot be removed.`);
  }
}

function change(
  resource: JsonObject,
  target: PatchTarget,
  { op, value }: Pick<PatchOperation, 'op' | 'value'>,
): void {
  const { attribute, extension } = target;
  const isRemoval = op === 'remove' || value === null;
  assertMutable(target, isRemoval);
  const container =
    extension === undefined ? resource : ((resource[extension] ??= {}) as JsonObject);
  const step = { op: isRemoval ? ('remove' as const) : op, value: value as Json };
  if (attribute.multiValued) changeList(container, target, step);
  else changeSingle(container, target, step);
  if (extension !== undefined && Object.keys(container).length === 0) delete resource[extension];
}
