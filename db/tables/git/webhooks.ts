import type { GitType } from '../../../domain/git/git-hosts.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** A webhook of a Git host that starts pulls; `principal` is who created it. */
export type GitWebhook = {
  organizationId: OrganizationId;
  id: string;
  type: GitType;
  repositoryUrl: string;
  secret: string;
  principal: string;
  createdAt: Date;
};

/** Maximum number of webhooks of an organization. */
export const maxGitWebhooks = 1000;

const insert = {
  name: 'git-webhooks-insert',
  text: `insert into git_webhooks (organization_id, id, type, repository_url, secret, principal, created_at)
    select $1::uuid, $2::uuid, $3::text, $4::text, $5::text, $6::text, $7::timestamptz
    where (select count(*) from git_webhooks where organization_id = $1) < $8 returning 1`,
};

/** Creates a webhook; false if the organization has the maximum number. */
export async function insertGitWebhook(tx: Tx, webhook: GitWebhook): Promise<boolean> {
  const { organizationId, id, type, repositoryUrl, secret, principal, createdAt } = webhook;
  const values = [organizationId, id, type, repositoryUrl, secret, principal, createdAt];
  return (await runStatement(tx, insert, [...values, maxGitWebhooks])).length === 1;
}

const columns = `organization_id as "organizationId", id, type, repository_url as "repositoryUrl", secret, principal,
  created_at as "createdAt"`;

const find = {
  name: 'git-webhooks-find',
  text: `select ${columns} from git_webhooks where id = $1`,
};

/** The webhook with this id, of any organization: a delivery names nothing else. */
export async function findGitWebhook(db: Db, id: string): Promise<GitWebhook | undefined> {
  const [row] = await runStatement<GitWebhook>(db, find, [id]);
  return row;
}

const list = {
  name: 'git-webhooks-list',
  text: `select ${columns} from git_webhooks where organization_id = $1 order by id`,
};

/** Webhooks of an organization, oldest first. */
export function listGitWebhooks(db: Db, organizationId: OrganizationId): Promise<GitWebhook[]> {
  return runStatement<GitWebhook>(db, list, [organizationId]);
}

const remove = {
  name: 'git-webhooks-delete',
  text: `delete from git_webhooks where organization_id = $1 and id = $2 returning 1`,
};

/** Deletes a webhook; false when there is none. */
export async function deleteGitWebhook(
  tx: Tx,
  organizationId: OrganizationId,
  id: string,
): Promise<boolean> {
  return (await runStatement(tx, remove, [organizationId, id])).length === 1;
}

const pushed = {
  name: 'git-webhooks-pushed',
  text: `select c.id, c.kind, c.document_id as "documentId" from git_connections c
    where c.organization_id = $1 and c.repository_url = $2 and c.branch = any($3::text[])
      and not exists (select 1 from git_runs r where r.organization_id = c.organization_id and r.connection_id = c.id
        and r.action = 'pull' and r.phase = 'queued')
    order by c.id limit 1000`,
};

/** Connections with these branches of a repository for which no pull is waiting; at most 1,000. */
export function listPushedConnections(
  db: Db,
  { organizationId, repositoryUrl }: Pick<GitWebhook, 'organizationId' | 'repositoryUrl'>,
  branches: readonly string[],
): Promise<{ id: string; kind: string; documentId: string }[]> {
  return runStatement(db, pushed, [organizationId, repositoryUrl, branches]);
}
