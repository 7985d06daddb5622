import type { ApiKeyState } from '../../../domain/organizations/api-key-rules.ts';
import { asOrganizationId } from '../../../domain/principal.ts';
import type { KeyScope, OrganizationId } from '../../../domain/principal.ts';
import { casePattern } from '../../case-pattern.ts';
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

/** A key as it is listed. */
export type ListedApiKey = {
  id: string;
  displayName: string;
  scope: KeyScope;
  teamId: string | null;
  email: string | null;
  createdAt: Date;
  lastUsedAt: Date | null;
  expiresOn: string | null;
  revokedAt: Date | null;
  /** The creator: api-key:<id>, user:<id> or system. */
  createdBy: string;
};

const listedColumns = {
  id: 'id',
  displayName: 'display_name',
  scope: 'scope',
  teamId: 'team_id',
  email: 'email',
  createdAt: 'created_at',
  lastUsedAt: 'last_used_at',
  expiresOn: 'expires_on',
  revokedAt: 'revoked_at',
  createdBy: 'created_by',
};

/** Every key of the organization in any state, oldest first, without secrets. */
export async function listApiKeys(db: Db, organizationId: OrganizationId): Promise<ListedApiKey[]> {
  return db('api_keys')
    .where({ organization_id: organizationId })
    .orderBy('created_at')
    .orderBy('id')
    .select<ListedApiKey[]>(listedColumns);
}

/** Filters of a list of keys; undefined means all. */
export type ApiKeyFilter = {
  teamId?: string | undefined;
  /** In lower case. */
  email?: string | undefined;
  scope?: string | undefined;
  state?: ApiKeyState | undefined;
  /** A part of the name, whatever its case. */
  name?: string | undefined;
  /** Day (YYYY-MM-DD, UTC) on which the state is judged. */
  today: string;
};

/** A page of keys in the order of their ids, which is the order of creation. */
export async function listApiKeyPage(
  db: Db,
  organizationId: OrganizationId,
  { teamId, email, scope, state, name, today }: ApiKeyFilter,
  page: { limit: number; offset: number; after: string | undefined },
): Promise<ListedApiKey[]> {
  const query = db('api_keys')
    .where({ organization_id: organizationId })
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset);
  if (page.after !== undefined) void query.where('id', '>', page.after);
  if (teamId !== undefined) void query.where('team_id', teamId);
  if (email !== undefined) void query.whereRaw('lower(email) = ?', [email]);
  if (scope !== undefined) void query.where('scope', scope);
  if (state !== undefined) void query.whereRaw(statesInSql[state], { today });
  if (name !== undefined) void query.whereRaw('display_name ~ ?', [casePattern(name)]);
  return query.select<ListedApiKey[]>(listedColumns);
}

const isNotExpired = '(expires_on is null or expires_on >= :today::date)';

const statesInSql: Readonly<Record<ApiKeyState, string>> = {
  working: `revoked_at is null and ${isNotExpired}`,
  expired: `revoked_at is null and not ${isNotExpired}`,
  revoked: 'revoked_at is not null',
};

/** Number of keys of a person (address in lower case) that work on this day (YYYY-MM-DD, UTC). */
export async function countWorkingKeysOf(
  db: Db,
  organizationId: OrganizationId,
  email: string,
  today: string,
): Promise<number> {
  const row = await db('api_keys')
    .where({ organization_id: organizationId })
    .whereRaw('lower(email) = ?', [email])
    .whereRaw(statesInSql.working, { today })
    .count<{ count: number }[]>('* as count');
  return row[0]?.count ?? 0;
}

/** Keys of a team that a page shows. */
const maxKeysOfTeam = 200;

/** The newest keys of a team in any state, the newest first, without secrets. */
export function listApiKeysOfTeam(
  db: Db,
  organizationId: OrganizationId,
  teamId: string,
): Promise<ListedApiKey[]> {
  return db('api_keys')
    .where({ organization_id: organizationId, team_id: teamId })
    .orderBy('id', 'desc')
    .limit(maxKeysOfTeam)
    .select<ListedApiKey[]>(listedColumns);
}

/** The key with this id (a UUID), in any state. */
export async function findListedApiKey(
  db: Db,
  organizationId: OrganizationId,
  id: string,
): Promise<ListedApiKey | undefined> {
  const [key] = await db('api_keys')
    .where({ organization_id: organizationId, id })
    .select<ListedApiKey[]>(listedColumns);
  return key;
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
