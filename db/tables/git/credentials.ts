import type { GitTokenType } from '../../../domain/git/credential.ts';
import type { GitType } from '../../../domain/git/git-hosts.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

export type GitCredentialKey = { organizationId: OrganizationId; id: string };

/** A credential without its secret. */
export type GitCredential = {
  id: string;
  /** Null for credentials of the organization. */
  teamId: string | null;
  externalId: string;
  type: GitType;
  host: string;
  tokenType: GitTokenType;
  tokenName: string | null;
  username: string | null;
  appId: string | null;
  installationId: string | null;
  knownHosts: string | null;
  createdAt: Date;
  createdBy: string;
  updatedAt: Date;
  updatedBy: string;
};

/** A credential with its sealed secret. */
export type SealedGitCredential = GitCredential & { secret: string };

const columns = `id, team_id as "teamId", external_id as "externalId", type, host, token_type as "tokenType",
  token_name as "tokenName", username, app_id as "appId", installation_id as "installationId", known_hosts as "knownHosts",
  created_at as "createdAt", created_by as "createdBy", updated_at as "updatedAt", updated_by as "updatedBy"`;

const list = {
  name: 'git-credentials-list',
  text: `select ${columns} from git_credentials
    where organization_id = $1 and team_id is not distinct from $2 order by id`,
};

/** Credentials of a team, or of the organization for null, oldest first. */
export function listGitCredentials(
  db: Db,
  organizationId: OrganizationId,
  teamId: string | null,
): Promise<GitCredential[]> {
  return runStatement<GitCredential>(db, list, [organizationId, teamId]);
}

const ofHost = {
  name: 'git-credentials-of-host',
  text: `select ${columns} from git_credentials where organization_id = $1 and host = $2
    order by team_id is null, id`,
};

/** Credentials for a host: those of teams, and then those of the organization; each group oldest first. */
export function listGitCredentialsOfHost(
  db: Db,
  organizationId: OrganizationId,
  host: string,
): Promise<GitCredential[]> {
  return runStatement<GitCredential>(db, ofHost, [organizationId, host]);
}

const usable = {
  name: 'git-credentials-usable',
  text: `select ${columns} from git_credentials
    where organization_id = $1 and (team_id is null or team_id = any($2::text[]))
    order by array_position($2::text[], team_id::text) nulls last, id`,
};

/** Credentials of these teams in the order of the teams, and then those of the organization; each group oldest first. */
export function listUsableGitCredentials(
  db: Db,
  organizationId: OrganizationId,
  teamIds: readonly string[],
): Promise<GitCredential[]> {
  return runStatement<GitCredential>(db, usable, [organizationId, teamIds]);
}

const find = {
  name: 'git-credentials-find',
  text: `select ${columns}, secret from git_credentials where organization_id = $1 and id = $2`,
};

/** A credential with its sealed secret. */
export async function findGitCredential(
  db: Db,
  { organizationId, id }: GitCredentialKey,
): Promise<SealedGitCredential | undefined> {
  const [row] = await runStatement<SealedGitCredential>(db, find, [organizationId, id]);
  return row;
}

const upsert = {
  name: 'git-credentials-upsert',
  text: `insert into git_credentials (organization_id, id, team_id, external_id, type, host, token_type, token_name, username,
      app_id, installation_id, known_hosts, secret, created_at, created_by, updated_at, updated_by)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
    on conflict (organization_id, id) do update set external_id = excluded.external_id, type = excluded.type,
      host = excluded.host, token_type = excluded.token_type, token_name = excluded.token_name, username = excluded.username,
      app_id = excluded.app_id, installation_id = excluded.installation_id, known_hosts = excluded.known_hosts,
      secret = excluded.secret, updated_at = excluded.updated_at, updated_by = excluded.updated_by`,
};

/** Stores a credential; the database refuses an unknown team and an external id that is taken. */
export async function upsertGitCredential(
  tx: Tx,
  organizationId: OrganizationId,
  credential: SealedGitCredential,
): Promise<void> {
  const { id, teamId, externalId, type, host, tokenType, tokenName, username } = credential;
  const { appId, installationId, knownHosts, secret } = credential;
  const { createdAt, createdBy, updatedAt, updatedBy } = credential;
  await runStatement(tx, upsert, [
    organizationId,
    id,
    teamId,
    externalId,
    type,
    host,
    tokenType,
    tokenName,
    username,
    appId,
    installationId,
    knownHosts,
    secret,
    createdAt,
    createdBy,
    updatedAt,
    updatedBy,
  ]);
}

const remove = {
  name: 'git-credentials-delete',
  text: `delete from git_credentials where organization_id = $1 and id = $2 returning 1`,
};

/** Deletes a credential; false when there is none. */
export async function deleteGitCredential(
  tx: Tx,
  { organizationId, id }: GitCredentialKey,
): Promise<boolean> {
  return (await runStatement(tx, remove, [organizationId, id])).length === 1;
}

const countSsh = {
  name: 'git-credentials-count-ssh',
  text: `select count(*)::int as count from git_credentials
    where organization_id is not null and token_type = 'sshKey'`,
};

/** Number of SSH keys of all organizations. */
export async function countSshKeys(db: Db): Promise<number> {
  const [row] = await runStatement<{ count: number }>(db, countSsh, []);
  return row?.count ?? 0;
}
