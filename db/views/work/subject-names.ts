import type { OrganizationId } from '../../../domain/principal.ts';
import type { WorkKind } from '../../../domain/work/kinds.ts';
import type { Db } from '../../connect.ts';
import { listNames } from '../documents/names.ts';

/** Kinds that the subject of work can have, the likeliest first. */
const subjectKinds: Readonly<Record<WorkKind, readonly string[]>> = {
  'contract-tests': ['data-contract'],
  'scheduled-tests': ['data-contract'],
  'code-generation': ['data-contract'],
  'custom-generation': ['data-contract'],
  ingestion: ['integration'],
  'access-timers': ['access'],
  mail: ['access', 'data-contract', 'data-product', 'team', 'integration'],
  'ontology-merges': ['semantic-namespace'],
  git: ['data-contract', 'data-product', 'semantic-namespace'],
  webhooks: [],
  housekeeping: ['data-contract', 'data-product', 'definition', 'policy'],
};

export type WorkSubject = { kind: WorkKind | null; subjectId: string | null };

/** Returns the name of the subject of a piece of work; null if it has none. */
export type NameOfSubject = (work: WorkSubject) => string | null;

/** Reads the names of the subjects of all these pieces of work at once. */
export async function readSubjectNames(
  db: Db,
  organizationId: OrganizationId,
  works: readonly WorkSubject[],
): Promise<NameOfSubject> {
  const references = works.flatMap(referencesOf);
  const once = new Map(references.map((each) => [`${each.kind} ${each.id}`, each]));
  const named = await listNames(db, organizationId, [...once.values()]);
  const names = new Map(named.map(({ kind, id, name }) => [`${kind} ${id}`, name]));
  return (work) => {
    const found = referencesOf(work).find(({ kind, id }) => names.has(`${kind} ${id}`));
    return (found && names.get(`${found.kind} ${found.id}`)) ?? null;
  };
}

function referencesOf({ kind, subjectId }: WorkSubject): { kind: string; id: string }[] {
  if (kind === null || subjectId === null) return [];
  // A newer build may have kinds that this one does not know.
  return (subjectKinds[kind] ?? []).map((each) => ({ kind: each, id: subjectId }));
}
