import type { ApiKeyState } from '../../../domain/organizations/api-key-rules.ts';
import type { KeyScope, OrganizationId } from '../../../domain/principal.ts';
import { casePattern } from '../../fragments/case-pattern.ts';
import type { Db } from '../../connect.ts';

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
