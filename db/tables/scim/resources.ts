import type { OrganizationId } from '../../../domain/principal.ts';
import type { Identity } from '../../../domain/scim/resource/identity.ts';
import type { ResourceKind } from '../../../domain/scim/schemas/resource-types.ts';
import type { JsonObject } from '../../../lib/json/json.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** A user or a group as it is stored; `body` has no members of a group. */
export type ScimResource = {
  id: string;
  kind: ResourceKind;
  body: JsonObject;
  email: string | null;
  isActive: boolean;
  revision: number;
  createdAt: Date;
  updatedAt: Date;
};

/** Columns of `ScimResource` of the table `r`. */
export const scimColumns = `r.id, r.kind, r.body, r.email, r.is_active as "isActive", r.revision,
      r.created_at as "createdAt", r.updated_at as "updatedAt"`;

export type ScimKey = { organizationId: OrganizationId; kind: ResourceKind; id: string };

const find = {
  name: 'scim-resources-find',
  text: `select ${scimColumns} from scim_resources r where r.organization_id = $1 and r.kind = $2 and r.id = $3`,
};

/** The resource with this id, which must be a UUID. */
export async function findScimResource(
  db: Db,
  { organizationId, kind, id }: ScimKey,
): Promise<ScimResource | undefined> {
  return (await runStatement<ScimResource>(db, find, [organizationId, kind, id]))[0];
}

const findTaken = {
  name: 'scim-resources-find-taken',
  text: `select id, case when kind = $2 and name_key = $3 then 'name' else 'email' end as what from scim_resources
    where organization_id = $1 and id is distinct from $5::uuid
      and ((kind = $2 and name_key = $3) or email = $4) limit 1`,
};

/** Says whether another resource has the same name, or another user the same address. */
export async function findTakenIdentity(
  db: Db,
  { organizationId, kind, id }: Omit<ScimKey, 'id'> & { id: string | undefined },
  { nameKey, email }: Identity,
): Promise<'name' | 'email' | undefined> {
  const values = [organizationId, kind, nameKey, email, id];
  const [row] = await runStatement<{ what: 'name' | 'email' }>(db, findTaken, values);
  return row?.what;
}

/** A resource to store. */
export type ScimWrite = ScimKey & { identity: Identity; body: JsonObject; now: Date };

const insert = {
  name: 'scim-resources-insert',
  text: `insert into scim_resources as r (organization_id, kind, id, name_key, external_id, email, is_active, body, revision,
      created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, 1, $9, $9) returning ${scimColumns}`,
};

const update = {
  name: 'scim-resources-update',
  text: `update scim_resources r set name_key = $4, external_id = $5, email = $6, is_active = $7, body = $8,
      revision = revision + 1, updated_at = $9
    where organization_id = $1 and kind = $2 and id = $3 returning ${scimColumns}`,
};

async function write(tx: Tx, statement: typeof insert, resource: ScimWrite): Promise<ScimResource> {
  const { organizationId, kind, id, identity, body, now } = resource;
  const { nameKey, externalId, email, isActive } = identity;
  const columns = [nameKey, externalId, email, isActive, JSON.stringify(body), now];
  const values = [organizationId, kind, id, ...columns];
  const [stored] = await runStatement<ScimResource>(tx, statement, values);
  if (!stored) throw new Error('the SCIM resource was not stored');
  return stored;
}

/** Stores a new resource with the revision 1. */
export function insertScimResource(tx: Tx, resource: ScimWrite): Promise<ScimResource> {
  return write(tx, insert, resource);
}

/** Replaces the attributes of a resource and counts its revision. */
export function updateScimResource(tx: Tx, resource: ScimWrite): Promise<ScimResource> {
  return write(tx, update, resource);
}

const touch = {
  name: 'scim-resources-touch',
  text: `update scim_resources set revision = revision + 1, updated_at = $3 where organization_id = $1 and id = any($2::uuid[])`,
};

/** Counts the revisions of users whose groups changed, and of groups whose members were deleted. */
export async function touchScimResources(
  tx: Tx,
  organizationId: OrganizationId,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  if (ids.length > 0) await runStatement(tx, touch, [organizationId, ids, now]);
}

/** Deletes a resource with its memberships. */
export async function deleteScimResource(
  tx: Tx,
  { organizationId, kind, id }: ScimKey,
): Promise<void> {
  await tx('scim_resources').where({ organization_id: organizationId, kind, id }).delete();
}

const listBodies = {
  name: 'scim-resources-list-bodies',
  text: `select email, body from scim_resources where organization_id = $1 and email = any($2)`,
};

/** Attributes of the users with these addresses (in lower case), by address. */
export async function listUserBodies(
  db: Db,
  organizationId: OrganizationId,
  emails: readonly string[],
): Promise<Map<string, JsonObject>> {
  if (emails.length === 0) return new Map();
  type Row = { email: string; body: JsonObject };
  const rows = await runStatement<Row>(db, listBodies, [organizationId, emails]);
  return new Map(rows.map(({ email, body }) => [email, body]));
}

const listInactive = {
  name: 'scim-resources-list-inactive',
  text: `select email from scim_resources where organization_id = $1 and email = any($2) and not is_active`,
};

/** Those of the addresses (in lower case) whose people the identity provider has switched off. */
export async function listDeprovisioned(
  db: Db,
  organizationId: OrganizationId,
  emails: readonly string[],
): Promise<string[]> {
  const rows = await runStatement<{ email: string }>(db, listInactive, [organizationId, emails]);
  return rows.map(({ email }) => email);
}

/** True if the identity provider has switched off the person with this address (in lower case). */
export async function isDeprovisioned(
  db: Db,
  organizationId: OrganizationId,
  email: string,
): Promise<boolean> {
  return (await listDeprovisioned(db, organizationId, [email])).length > 0;
}
