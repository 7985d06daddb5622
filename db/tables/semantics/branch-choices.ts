import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import type { BranchKey } from './ontology-branches.ts';

/** Choices for the conflicts of a branch that are saved, but not applied yet. `choices` is JSON text. */
export type SavedChoices = { choices: string; by: string; at: Date };

const find = {
  name: 'branch-choices-find',
  text: `select choices::text as choices, choices_by as by, choices_at as at from ontology_branches
    where organization_id = $1 and namespace_id = $2 and name = $3 and choices is not null`,
};

/** The saved choices of a branch. */
export async function findChoices(
  db: Db,
  { organizationId, namespaceId, name }: BranchKey,
): Promise<SavedChoices | undefined> {
  const [row] = await runStatement<SavedChoices>(db, find, [organizationId, namespaceId, name]);
  return row;
}

const update = {
  name: 'branch-choices-update',
  text: `update ontology_branches set choices = $4, choices_by = $5, choices_at = $6
    where organization_id = $1 and namespace_id = $2 and name = $3`,
};

/** Replaces the saved choices of a branch; its version stays. */
export async function updateChoices(
  tx: Tx,
  { organizationId, namespaceId, name }: BranchKey,
  { choices, by, at }: SavedChoices,
): Promise<void> {
  await runStatement(tx, update, [organizationId, namespaceId, name, choices, by, at]);
}
