import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** Identifies one revision of the ontology of a namespace. */
export type NamespaceRevisionKey = {
  organizationId: OrganizationId;
  namespaceId: string;
  revision: number;
};

export type NamespaceRevision = {
  revision: number;
  edition: number;
  concepts: number;
  mergedBranch: string | null;
  at: Date;
  principal: string;
};

const insert = {
  name: 'namespace-revisions-insert',
  text: `insert into namespace_revisions (organization_id, namespace_id, revision, edition, source, concepts, merged_branch, at, principal)
    values ($1, $2, $3, 0, $4, $5, $6, $7, $8)`,
};

/** Stores the source of a new revision. */
export async function insertNamespaceRevision(
  tx: Tx,
  key: NamespaceRevisionKey,
  revision: {
    source: string;
    concepts: number;
    mergedBranch: string | undefined;
    principal: string;
    at: Date;
  },
): Promise<void> {
  const { source, concepts, mergedBranch, principal, at } = revision;
  const { organizationId, namespaceId } = key;
  const content = [source, concepts, mergedBranch, at, principal];
  await runStatement(tx, insert, [organizationId, namespaceId, key.revision, ...content]);
}

const updateText = {
  name: 'namespace-revisions-update-text',
  text: `update namespace_revisions set source = $4, edition = $5
    where organization_id = $1 and namespace_id = $2 and revision = $3`,
};

/** Replaces the source of a revision by an equivalent one. */
export async function updateNamespaceSource(
  tx: Tx,
  { organizationId, namespaceId, revision }: NamespaceRevisionKey,
  { source, edition }: { source: string; edition: number },
): Promise<void> {
  await runStatement(tx, updateText, [organizationId, namespaceId, revision, source, edition]);
}

const find = {
  name: 'namespace-revisions-find',
  text: `select source, edition from namespace_revisions
    where organization_id = $1 and namespace_id = $2 and revision = $3`,
};

/** The source of a revision, current or past. */
export async function findNamespaceSource(
  db: Db,
  { organizationId, namespaceId, revision }: NamespaceRevisionKey,
): Promise<{ source: string; edition: number } | undefined> {
  type Row = { source: string; edition: number };
  const [row] = await runStatement<Row>(db, find, [organizationId, namespaceId, revision]);
  return row;
}

const list = {
  name: 'namespace-revisions-list',
  text: `select revision, edition, concepts, merged_branch as "mergedBranch", at, principal from namespace_revisions
    where organization_id = $1 and namespace_id = $2 and ($3::int is null or revision < $3)
    order by revision desc limit $4 offset $5`,
};

/** The revisions of an ontology without their sources, newest first. */
export function listNamespaceRevisions(
  db: Db,
  { organizationId, id }: { organizationId: OrganizationId; id: string },
  page: { before: number | undefined; limit: number; offset: number },
): Promise<NamespaceRevision[]> {
  const { before, limit, offset } = page;
  return runStatement(db, list, [organizationId, id, before, limit, offset]);
}
