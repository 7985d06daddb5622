import type { Db } from '../../db/connect.ts';
import type { NamespaceKey } from '../../db/tables/namespaces.ts';
import type { ConceptChange } from '../../domain/ontology/diff-ontologies.ts';
import type { Usage } from '../../domain/semantics/concept-links.ts';
import type { Slice } from '../../domain/semantics/ontology-tasks.ts';
import { listUsagesOfChanges } from './list-usages.ts';
import { runOntologyTask } from './run-ontology-task.ts';

/** What was done to one concept, and who links to it. */
export type ChangeWithUsages = ConceptChange & {
  warnings: string[];
  properties: never[];
  usages: Usage[];
};

/** Some of what differs between two stored ontologies of a namespace, one entry for each concept, and whom that hits. */
export async function compareOntologies(
  db: Db,
  key: NamespaceKey,
  { slice, ...texts }: { from: string; to: string; slice: Slice },
): Promise<{ changes: ChangeWithUsages[]; total: number }> {
  const { changes, total } = await runOntologyTask('compare', texts, slice);
  return { changes: await withUsages(db, key, changes), total };
}

async function withUsages(
  db: Db,
  key: NamespaceKey,
  changes: readonly ConceptChange[],
): Promise<ChangeWithUsages[]> {
  const usages = await listUsagesOfChanges(db, key, changes);
  return changes.map((change) => {
    const own = usages.get(change.external_id) ?? [];
    return { ...change, warnings: own.map(warn), properties: [], usages: own };
  });
}

function warn({ kind, id, fields }: Usage): string {
  const places = fields.map(({ path }) => path).join(', ');
  return `Linked by the ${kind.replace('-', ' ')} '${id}' at ${places}`;
}
