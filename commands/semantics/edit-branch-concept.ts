import type { Database, Db } from '../../db/connect.ts';
import type { NamespaceKey } from '../../db/tables/semantics/namespaces.ts';
import type { Branch } from '../../db/tables/semantics/ontology-branches.ts';
import { findBranch } from '../../db/tables/semantics/ontology-branches.ts';
import { Refusal, refuse } from '../../domain/errors.ts';
import type { ReadEntry } from '../../domain/semantics/branch-entry.ts';
import type { OntologyEdit } from '../../domain/semantics/edit-ontology.ts';
import { assertPermission } from '../assert-permission.ts';
import { assertTag } from '../preconditions.ts';
import type { Preconditions } from '../preconditions.ts';
import type { Reading } from '../reading.ts';
import { runTask } from '../tasks/run-task.ts';
import { editText } from './edit-stored.ts';
import { assertNotMerged, branchKeyOf, branchVersion } from './lock-branch.ts';
import { getBranchText } from './ontology-texts.ts';
import { putBranchOntology } from './put-branch-ontology.ts';
import { causeOf, getNamespace, refuseUnknownBranch } from './semantic-request.ts';
import type { BranchRequest } from './semantic-request.ts';

const attempts = 10;

type EntryRequest = BranchRequest & Reading & { preconditions: Preconditions };

/** An edit of one concept of a branch. */
export type EntryEdit =
  | Extract<OntologyEdit, { op: 'put-entry' }>
  | { op: 'delete-concept'; id: string };

/** Reads one concept of a branch. Refuses with `not_found`. */
export async function getBranchEntry(
  db: Db,
  key: NamespaceKey,
  branch: Branch,
  id: string,
): Promise<ReadEntry> {
  const text = await getBranchText(db, key, branch);
  return (
    (await runTask('readEntry', text, id)) ??
    refuse('not_found', `The branch '${branch.name}' has no concept '${id}'.`)
  );
}

/**
 * Writes or removes one concept of a branch; every other byte of its ontology stays. Safe with concurrent edits of other
 * concepts. Returns the new tag. Refuses like `putBranchOntology`, and with `precondition_failed` if this concept has changed.
 */
export async function editBranchConcept(
  database: Database,
  request: EntryRequest,
  edit: EntryEdit,
): Promise<string | undefined> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const { knex } = attempt === 0 ? request.reading : database;
    const written = await tryEdit(database, knex, request, edit);
    if (written) return written.tag;
  }
  return refuse('concurrent_change', 'The branch is being changed by other requests; try again.');
}

/** Undefined if the branch was changed meanwhile. */
async function tryEdit(
  database: Database,
  db: Db,
  request: EntryRequest,
  edit: EntryEdit,
): Promise<{ tag: string | undefined } | undefined> {
  const cause = causeOf(request);
  const namespace = await getNamespace(db, cause);
  await assertPermission(db, request.principal, 'RESOURCES_EDIT', [namespace.ownerId ?? undefined]);
  const { namespace: id, branch: name } = request;
  const branch = (await findBranch(db, branchKeyOf(request))) ?? refuseUnknownBranch(id, name);
  assertNotMerged(branch);
  const text = await getBranchText(db, cause, branch);
  const before = await runTask('readEntry', text, edit.id);
  assertTag(request.preconditions, before?.tag);
  const { organizationId } = cause;
  const edited = await editText(db, { organizationId, requires: branch.requires }, text, edit);
  if (!edited) return { tag: before?.tag };
  const { revision, edition } = branchVersion(branch);
  const ifMatch = [`${revision}.${edition}`];
  const put = { ...request, ...edited, preconditions: { ifMatch, mustBeNew: false } };
  const isStored = await putBranchOntology(database, put).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refusal && error.code === 'precondition_failed') return false;
      throw error;
    },
  );
  if (!isStored) return undefined;
  const after = await runTask('readEntry', edited.text, edit.id);
  return { tag: after?.tag };
}
