import type { Database, Tx } from '../../db/connect.ts';
import { recordEvent } from '../../db/tables/feed/events.ts';
import { lockOrganization } from '../../db/tables/organizations/organizations.ts';
import {
  listGroupMembers,
  listGroupsOfUsers,
  replaceGroupMembers,
} from '../../db/tables/scim/group-members.ts';
import {
  deleteScimResource,
  findScimResource,
  findTakenIdentity,
  insertScimResource,
  touchScimResources,
  updateScimResource,
} from '../../db/tables/scim/resources.ts';
import type { ScimResource, ScimWrite } from '../../db/tables/scim/resources.ts';
import { transact } from '../../db/transact.ts';
import { refuse } from '../../domain/errors.ts';
import { applyPatch } from '../../domain/scim/patch/apply-patch.ts';
import { readOperations } from '../../domain/scim/patch/read-patch.ts';
import { refuseScim } from '../../domain/scim/protocol/refuse-scim.ts';
import { identityOf, shownNameOf } from '../../domain/scim/resource/identity.ts';
import type { Identity } from '../../domain/scim/resource/identity.ts';
import { readResource } from '../../domain/scim/resource/read-resource.ts';
import { scimSubjectKind } from '../../domain/scim/schemas/resource-types.ts';
import type { ResourceType } from '../../domain/scim/schemas/resource-types.ts';
import { isUuid, newId } from '../../lib/ids.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import { assertTag } from '../preconditions.ts';
import type { Preconditions } from '../preconditions.ts';
import { applyGrants } from './apply-grants.ts';
import type { AppliedGrants } from './apply-grants.ts';
import type { ScimCause } from './cause.ts';
import { storeMembers } from './store-members.ts';

/** The resource after a write, and what the write did to the rights of people. */
export type WrittenResource = { resource: ScimResource; applied: AppliedGrants };

type Named = { type: ResourceType; id: string; preconditions: Preconditions };

/** Creates a user or a group. Refuses with `uniqueness` a name or an address that another one has. */
export function createScimResource(
  database: Database,
  { type, given }: { type: ResourceType; given: JsonObject },
  cause: ScimCause,
): Promise<WrittenResource> {
  return transact(database, async (tx) => {
    await lockOrganization(tx, cause.principal.organizationId);
    return store(
      tx,
      { type, id: newId(), stored: undefined, attributes: readResource(type, given) },
      cause,
    );
  });
}

/** Replaces a user or a group; attributes that are missing are removed. */
export function replaceScimResource(
  database: Database,
  { given, ...named }: Named & { given: JsonObject },
  cause: ScimCause,
): Promise<WrittenResource> {
  return change(database, named, cause, () => readResource(named.type, given));
}

/** Applies the operations of a PATCH, all or none. */
export function patchScimResource(
  database: Database,
  { patch, ...named }: Named & { patch: JsonObject },
  cause: ScimCause,
): Promise<WrittenResource> {
  const operations = readOperations(patch);
  return change(database, named, cause, (attributes) =>
    applyPatch(named.type, attributes, operations),
  );
}

/** Deletes a user or a group. The rights of a deleted user end. */
export function removeScimResource(
  database: Database,
  { type, id, preconditions }: Named,
  cause: ScimCause,
): Promise<AppliedGrants> {
  const { organizationId } = cause.principal;
  return transact(database, async (tx) => {
    await lockOrganization(tx, organizationId);
    const stored = await expectResource(tx, { type, id, preconditions }, cause);
    const key = { organizationId, kind: type.kind, id };
    const touched = await relatedOf(tx, stored, cause);
    if (type.kind === 'User') {
      const identity = { ...identityOf(type, stored.body), isActive: false };
      await updateScimResource(tx, { ...key, identity, body: stored.body, now: cause.now });
    } else {
      await replaceGroupMembers(tx, key, []);
    }
    const applied = await applyGrants(
      tx,
      { userIds: type.kind === 'User' ? [id] : touched },
      cause,
    );
    await deleteScimResource(tx, key);
    await touchScimResources(tx, organizationId, touched, cause.now);
    await record(tx, type, { id, body: stored.body, step: 'Deleted' }, cause);
    return applied;
  });
}

function change(
  database: Database,
  named: Named,
  cause: ScimCause,
  changed: (attributes: JsonObject) => JsonObject,
): Promise<WrittenResource> {
  const { type, id } = named;
  const { organizationId } = cause.principal;
  return transact(database, async (tx) => {
    await lockOrganization(tx, organizationId);
    const stored = await expectResource(tx, named, cause);
    const members = await membersOf(tx, stored, cause);
    const attributes = changed(members ? { ...stored.body, members } : stored.body);
    return store(tx, { type, id, stored, attributes }, cause);
  });
}

async function membersOf(
  tx: Tx,
  { kind, id }: ScimResource,
  { principal: { organizationId } }: ScimCause,
): Promise<JsonObject[] | undefined> {
  if (kind !== 'Group') return undefined;
  const userIds = (await listGroupMembers(tx, organizationId, [id])).get(id) ?? [];
  return userIds.map((value) => ({ value, type: 'User' }));
}

/** Users of a group, or groups of a user, whose representation the resource is a part of. */
async function relatedOf(
  tx: Tx,
  { kind, id }: ScimResource,
  { principal: { organizationId } }: ScimCause,
): Promise<string[]> {
  if (kind === 'Group') return (await listGroupMembers(tx, organizationId, [id])).get(id) ?? [];
  return (await listGroupsOfUsers(tx, organizationId, [id])).map(({ groupId }) => groupId);
}

async function expectResource(
  tx: Tx,
  { type, id, preconditions }: Named,
  { principal: { organizationId } }: ScimCause,
): Promise<ScimResource> {
  const key = { organizationId, kind: type.kind, id };
  const stored = isUuid(id) ? await findScimResource(tx, key) : undefined;
  if (!stored) return refuse('not_found', `There is no ${type.kind} with the id '${id}'.`);
  assertTag(preconditions, String(stored.revision));
  return stored;
}

type Storing = {
  type: ResourceType;
  id: string;
  stored: ScimResource | undefined;
  attributes: JsonObject;
};

async function store(
  tx: Tx,
  { type, id, stored, attributes }: Storing,
  cause: ScimCause,
): Promise<WrittenResource> {
  const { organizationId } = cause.principal;
  const { members, ...body } = attributes;
  const identity = identityOf(type, body);
  const taken = await findTakenIdentity(tx, { organizationId, kind: type.kind, id }, identity);
  if (taken) {
    const what = taken === 'name' ? type.nameAttribute : 'e-mail address';
    refuseScim('uniqueness', `Another ${type.kind} has this ${what}.`);
  }
  const write: ScimWrite = {
    organizationId,
    kind: type.kind,
    id,
    identity,
    body,
    now: cause.now,
  };
  const resource = stored
    ? await updateScimResource(tx, write)
    : await insertScimResource(tx, write);
  const touched = await storeMembers(tx, resource, (members ?? []) as JsonObject[], cause);
  const hasNewName = stored !== undefined && stored.body['displayName'] !== body['displayName'];
  // A group with another name may give other roles to all its users.
  const affected =
    type.kind === 'User'
      ? [id]
      : hasNewName
        ? [...touched.all, ...touched.changed]
        : touched.changed;
  await touchScimResources(tx, organizationId, touched.changed, cause.now);
  const endedEmail = switchedOff(stored, identity);
  const applied = await applyGrants(tx, { userIds: affected, endedEmail }, cause);
  await record(tx, type, { id, body, step: stored ? 'Updated' : 'Created' }, cause);
  return { resource, applied };
}

/** The address that a write has switched off, also if no earlier write of the provider had given it anything. */
function switchedOff(
  stored: ScimResource | undefined,
  { email, isActive }: Identity,
): string | undefined {
  const wasOff = stored?.isActive === false && stored.email === email;
  return isActive || wasOff ? undefined : email;
}

/** The audit trail names the resource also after its deletion. */
async function record(
  tx: Tx,
  type: ResourceType,
  { id, body, step }: { id: string; body: JsonObject; step: 'Created' | 'Updated' | 'Deleted' },
  { principal, requestId, now }: ScimCause,
): Promise<void> {
  const { email } = identityOf(type, body);
  const name = shownNameOf(body) ?? body[type.nameAttribute];
  await recordEvent(tx, {
    organizationId: principal.organizationId,
    type: `Scim${type.kind}${step}`,
    subjectKind: scimSubjectKind(type.kind),
    subjectId: id,
    principal: principal.name,
    requestId,
    public: false,
    data: { name, ...(email !== undefined && { email }) },
    now,
  });
}
