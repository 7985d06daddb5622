import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import type { NamespaceKey } from './namespaces.ts';

/** Names one branch. */
export type BranchKey = { organizationId: OrganizationId; namespaceId: string; name: string };

/** A branch without its source. */
export type Branch = {
  name: string;
  namespaceId: string;
  baseRevision: number;
  /** Edition of the base text that the branch's author saw. */
  baseEdition: number;
  revision: number;
  requires: readonly string[];
  ownerId: string | null;
  status: 'open' | 'conflicted' | 'merged';
  /** JSON text. */
  conflicts: string | null;
  conflictCount: number | null;
  conflictRevision: number | null;
  mergedRevision: number | null;
  title: string | null;
  /** Who cut it; null for branches older than this record. */
  author: string | null;
  /** Who changed its text last; null while it equals its base. */
  changedBy: string | null;
  changedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  /** Current revision of the namespace. */
  namespaceRevision: number;
  namespaceEdition: number;
};

const columnsWith = (
  conflicts: string,
): string => `b.name, b.namespace_id as "namespaceId", b.base_revision as "baseRevision", b.base_edition as "baseEdition",
    b.revision, b.requires, b.owner_id as "ownerId", b.status, (${conflicts})::text as conflicts,
    b.conflict_count as "conflictCount", b.conflict_revision as "conflictRevision",
    b.merged_revision as "mergedRevision", b.title, b.author, b.changed_by as "changedBy", b.changed_at as "changedAt", b.created_at as "createdAt", b.updated_at as "updatedAt",
    n.revision as "namespaceRevision", n.edition as "namespaceEdition"`;

const columns = columnsWith('b.conflicts');

const from = `from ontology_branches b join namespaces n on n.organization_id = b.organization_id and n.id = b.namespace_id
    where b.organization_id = $1 and b.namespace_id = $2`;

const find = {
  name: 'ontology-branches-find',
  text: `select ${columns} ${from} and b.name = $3`,
};

const lock = { name: 'ontology-branches-lock', text: `${find.text} for update of b` };

/** The branch with this name. */
export async function findBranch(db: Db, key: BranchKey): Promise<Branch | undefined> {
  const values = [key.organizationId, key.namespaceId, key.name];
  const [row] = await runStatement<Branch>(db, find, values);
  return row;
}

/** The branch, locked; the namespace must be locked first. */
export async function lockBranch(tx: Tx, key: BranchKey): Promise<Branch | undefined> {
  const values = [key.organizationId, key.namespaceId, key.name];
  const [row] = await runStatement<Branch>(tx, lock, values);
  return row;
}

/** Conflicts listed for each branch; 1,000 branches with all conflicts would be a gigabyte. */
const listedConflicts = 5;

const list = {
  name: 'ontology-branches-list',
  text: `select ${columnsWith(`select json_agg(c) from (select c from json_array_elements(b.conflicts) c limit ${listedConflicts}) c`)}
    ${from} and ($3::text is null or b.name > $3) order by b.name limit $4 offset $5`,
};

/** A page of the branches of a namespace, in the order of their names, each with its first conflicts. */
export function listBranches(
  db: Db,
  { organizationId, id }: NamespaceKey,
  page: { after: string | undefined; limit: number; offset: number },
): Promise<Branch[]> {
  const { after, limit, offset } = page;
  return runStatement(db, list, [organizationId, id, after, limit, offset]);
}

const findText = {
  name: 'ontology-branches-find-text',
  text: `select source from ontology_branches where organization_id = $1 and namespace_id = $2 and name = $3`,
};

/** The source of a branch; undefined while it equals its base. */
export async function findBranchSource(db: Db, key: BranchKey): Promise<string | undefined> {
  const values = [key.organizationId, key.namespaceId, key.name];
  const [row] = await runStatement<{ source: string | null }>(db, findText, values);
  return row?.source ?? undefined;
}

const insert = {
  name: 'ontology-branches-insert',
  text: `insert into ontology_branches as b (organization_id, namespace_id, name, base_revision, base_edition, revision, requires,
      owner_id, status, created_at, updated_at, title, author)
    values ($1, $2, $3, $4, $5, 1, $6, null, 'open', $7, $7, $8, $9)
    on conflict (organization_id, namespace_id, name) do update set base_revision = excluded.base_revision,
      base_edition = excluded.base_edition, revision = b.revision + 1, source = null, requires = excluded.requires, owner_id = null, status = 'open',
      conflicts = null, conflict_count = null, conflict_revision = null, merged_revision = null, created_at = excluded.created_at,
      updated_at = excluded.updated_at, title = excluded.title, author = excluded.author, changed_by = null, changed_at = null,
      choices = null, choices_by = null, choices_at = null`,
};

/** The text of the namespace that a branch starts from. */
export type BranchBase = { revision: number; edition: number };

/** Creates a branch from a revision, replacing an existing one. */
export async function upsertBranch(
  tx: Tx,
  key: BranchKey,
  cut: {
    base: BranchBase;
    requires: readonly string[];
    title: string | undefined;
    author: string;
    now: Date;
  },
): Promise<void> {
  const { organizationId, namespaceId, name } = key;
  const { base, requires, title, author, now } = cut;
  const values = [organizationId, namespaceId, name, base.revision, base.edition];
  await runStatement(tx, insert, [...values, [...requires], now, title, author]);
}

const updateTitle = {
  name: 'ontology-branches-update-title',
  text: `update ontology_branches set title = $4, updated_at = $5 where organization_id = $1 and namespace_id = $2 and name = $3`,
};

/** Sets the title of a branch; its version stays. */
export async function updateBranchTitle(
  tx: Tx,
  { organizationId, namespaceId, name }: BranchKey,
  title: string | undefined,
  now: Date,
): Promise<void> {
  await runStatement(tx, updateTitle, [organizationId, namespaceId, name, title, now]);
}

/** The source of a branch, and its base revision. */
export type BranchContent = {
  base: BranchBase;
  /** Undefined when the source equals the base. */
  source: string | undefined;
  requires: readonly string[];
  ownerId: string | undefined;
  /** Who changed the text; undefined if it only follows the namespace. */
  changedBy: string | undefined;
};

const updateContent = {
  name: 'ontology-branches-update-content',
  text: `update ontology_branches set base_revision = $4, base_edition = $5, source = $6, requires = $7, owner_id = $8,
      updated_at = $9, revision = revision + 1, status = 'open', conflicts = null, conflict_count = null,
      conflict_revision = null, choices = null, choices_by = null, choices_at = null,
      changed_by = coalesce($10, changed_by), changed_at = case when $10::text is null then changed_at else $9 end
    where organization_id = $1 and namespace_id = $2 and name = $3`,
};

/** Replaces the source of a branch and opens it; saved choices are applied or void then. */
export async function updateBranchContent(
  tx: Tx,
  { organizationId, namespaceId, name }: BranchKey,
  { base, source, requires, ownerId, changedBy }: BranchContent,
  now: Date,
): Promise<void> {
  const content = [base.revision, base.edition, source, [...requires], ownerId, now, changedBy];
  await runStatement(tx, updateContent, [organizationId, namespaceId, name, ...content]);
}

const conflict = {
  name: 'ontology-branches-update-conflicted',
  text: `update ontology_branches set status = 'conflicted', conflicts = $4, conflict_count = $5, conflict_revision = $6,
      revision = revision + 1, updated_at = $7
    where organization_id = $1 and namespace_id = $2 and name = $3`,
};

/**
 * Marks a branch that conflicts with a revision of its namespace; `conflicts` is JSON text of the first ones.
 */
export async function updateBranchConflicted(
  tx: Tx,
  { organizationId, namespaceId, name }: BranchKey,
  mark: { conflicts: string; conflictCount: number; revision: number; now: Date },
): Promise<void> {
  const { conflicts, conflictCount, revision, now } = mark;
  const values = [organizationId, namespaceId, name, conflicts, conflictCount, revision, now];
  await runStatement(tx, conflict, values);
}

const merged = {
  name: 'ontology-branches-update-merged',
  text: `update ontology_branches set status = 'merged', conflicts = null, conflict_count = null, conflict_revision = null,
      merged_revision = $4,
      updated_at = $5
    where organization_id = $1 and namespace_id = $2 and name = $3`,
};

/** Marks a branch as merged. */
export async function updateBranchMerged(
  tx: Tx,
  { organizationId, namespaceId, name }: BranchKey,
  { revision, now }: { revision: number; now: Date },
): Promise<void> {
  await runStatement(tx, merged, [organizationId, namespaceId, name, revision, now]);
}

const remove = {
  name: 'ontology-branches-delete',
  text: `delete from ontology_branches where organization_id = $1 and namespace_id = $2 and name = $3 returning name`,
};

/** Deletes a branch; false when there is none. */
export async function deleteBranch(tx: Tx, key: BranchKey): Promise<boolean> {
  const values = [key.organizationId, key.namespaceId, key.name];
  return (await runStatement(tx, remove, values)).length === 1;
}
