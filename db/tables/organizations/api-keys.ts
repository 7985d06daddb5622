import { asOrganizationId } from '../../../domain/principal.ts';
import type { KeyScope, OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** A key for verification; the digest covers the secret part only. */
export type ApiKey = {
  id: string;
  organizationId: OrganizationId;
  secretHash: Buffer;
  scope: KeyScope;
  teamId: string | null;
  email: string | null;
  /** True if the person of a user key is an Owner of the organization. */
  isOwner: boolean;
  /** Day as YYYY-MM-DD; the key works until the end of that day in UTC. */
  expiresOn: string | null;
  revokedAt: Date | null;
};

/** Columns of `ApiKey`, of the tables `k` and `m` of `apiKeyJoin`. */
export const apiKeyColumns = `k.id, k.organization_id as "organizationId", k.secret_hash as "secretHash", k.scope,
      k.team_id as "teamId", k.email, k.expires_on as "expiresOn", k.revoked_at as "revokedAt",
      coalesce(m.role = 'Owner', false) as "isOwner"`;

/** Joins the membership that shows whether the person of a key is an Owner. */
export const apiKeyJoin = `left join organization_members m on m.organization_id = k.organization_id and m.email = lower(k.email)`;

const read = `select ${apiKeyColumns} from api_keys k ${apiKeyJoin}`;

const find = { name: 'api-keys-find', text: `${read} where k.public_id = $1` };

const findById = {
  name: 'api-keys-find-by-id',
  text: `${read} where k.organization_id = $1 and k.id = $2`,
};

/** The key with this public part, in any state. */
export async function findApiKey(db: Db, publicId: string): Promise<ApiKey | undefined> {
  const [row] = await runStatement<ApiKey>(db, find, [publicId]);
  return row && { ...row, organizationId: asOrganizationId(row.organizationId) };
}

/** The key with this id, in any state. */
export async function findApiKeyById(
  db: Db,
  organizationId: OrganizationId,
  id: string,
): Promise<ApiKey | undefined> {
  const [row] = await runStatement<ApiKey>(db, findById, [organizationId, id]);
  return row && { ...row, organizationId };
}

export type NewApiKey = {
  organizationId: OrganizationId;
  id: string;
  publicId: string;
  secretHash: Buffer;
  scope: KeyScope;
  teamId: string | undefined;
  email: string | undefined;
  displayName: string;
  expiresOn: string | undefined;
  createdBy: string;
  now: Date;
};

/** Stores a key; false, and nothing is written, when the public part is taken. */
export async function insertApiKey(db: Db, key: NewApiKey): Promise<boolean> {
  const inserted = await db('api_keys')
    .insert({
      organization_id: key.organizationId,
      id: key.id,
      public_id: key.publicId,
      secret_hash: key.secretHash,
      scope: key.scope,
      team_id: key.teamId ?? null,
      email: key.email ?? null,
      display_name: key.displayName,
      expires_on: key.expiresOn ?? null,
      created_by: key.createdBy,
      created_at: key.now,
    })
    .onConflict('public_id')
    .ignore()
    .returning('id');
  return inserted.length === 1;
}

const countWorking = {
  name: 'api-keys-count-working',
  text: `select count(*)::int as count from api_keys
    where organization_id = $1 and revoked_at is null and (expires_on is null or expires_on >= $2::date)`,
};

/** Number of the organization's keys that work on this day (YYYY-MM-DD, UTC). */
export async function countWorkingApiKeys(
  db: Db,
  organizationId: OrganizationId,
  today: string,
): Promise<number> {
  const [row] = await runStatement<{ count: number }>(db, countWorking, [organizationId, today]);
  return row?.count ?? 0;
}

/** The organization of a key in any state; for operators, who know only the key's id. */
export async function findOrganizationOfKey(
  db: Db,
  id: string,
): Promise<OrganizationId | undefined> {
  const row = await db('api_keys')
    .where({ id })
    .first<{ organization_id: string } | undefined>('organization_id');
  return row && asOrganizationId(row.organization_id);
}

/** True if the organization has a working key with full access. */
export async function hasOrganizationKey(db: Db, organizationId: OrganizationId): Promise<boolean> {
  const row = await db('api_keys')
    .where({
      organization_id: organizationId,
      scope: 'organization',
      revoked_at: null,
      expires_on: null,
    })
    .first<{ id: string } | undefined>('id');
  return row !== undefined;
}

const touch = {
  name: 'api-keys-touch',
  text: `update api_keys set last_used_at = $3::timestamptz
    where organization_id = $1 and id = $2
      and (last_used_at is null or last_used_at < $3::timestamptz - interval '1 minute')`,
};

/** Records the use of a key, at most once a minute. */
export async function touchApiKey(
  db: Db,
  key: { organizationId: OrganizationId; id: string },
  now: Date,
): Promise<void> {
  await runStatement(db, touch, [key.organizationId, key.id, now]);
}

/** Revokes a key. */
export async function revokeApiKey(
  db: Db,
  key: { organizationId: OrganizationId; id: string },
  now: Date,
): Promise<boolean> {
  const changed = await db('api_keys')
    .where({ organization_id: key.organizationId, id: key.id, revoked_at: null })
    .update({ revoked_at: now });
  return changed === 1;
}

/** Revokes every working key of a team; returns their ids. */
export async function revokeKeysOfTeam(
  db: Db,
  team: { organizationId: OrganizationId; teamId: string },
  now: Date,
): Promise<string[]> {
  const ended = await db('api_keys')
    .where({ organization_id: team.organizationId, team_id: team.teamId, revoked_at: null })
    .update({ revoked_at: now })
    .returning<{ id: string }[]>('id');
  return ended.map(({ id }) => id);
}

/** Revokes every working key of a person (address in lower case); returns their ids. */
export async function revokeKeysOfPerson(
  db: Db,
  person: { organizationId: OrganizationId; email: string },
  now: Date,
): Promise<string[]> {
  const ended = await db('api_keys')
    .where({ organization_id: person.organizationId, revoked_at: null })
    .whereRaw('lower(email) = ?', [person.email])
    .update({ revoked_at: now })
    .returning<{ id: string }[]>('id');
  return ended.map(({ id }) => id);
}
