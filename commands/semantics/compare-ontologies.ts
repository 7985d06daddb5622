import type { Db } from '../../db/connect.ts';
import { findNamespace } from '../../db/tables/semantics/namespaces.ts';
import type { NamespaceKey } from '../../db/tables/semantics/namespaces.ts';
import type { ConceptChange } from '../../domain/ontology/merge/diff-ontologies.ts';
import type { Usage } from '../../domain/kinds/document-links.ts';
import type { Slice } from '../../domain/semantics/ontology-tasks.ts';
import { getOntologyText } from './ontology-texts.ts';
import { listUsagesOfChanges } from './list-usages.ts';
import { runTask } from '../tasks/run-task.ts';

/** A change of one concept, and the documents that link to it. */
export type ChangeWithUsages = ConceptChange & {
  warnings: string[];
  properties: never[];
  usages: Usage[];
};

/**
 * A page of the differences between two stored ontologies of a namespace, one entry per concept, with the documents that link to
 * them.
 */
export async function compareOntologies(
  db: Db,
  key: NamespaceKey,
  { slice, ...texts }: { from: string; to: string; slice: Slice },
): Promise<{ changes: ChangeWithUsages[]; total: number }> {
  const { changes, total } = await runTask('compare', texts, slice);
  return { changes: await withUsages(db, key, changes), total };
}

/** What a new text of an ontology changes, with the documents that link to the concepts; a missing namespace has none. */
export async function previewReplacement(
  db: Db,
  key: NamespaceKey,
  to: string,
): Promise<{ changes: ChangeWithUsages[]; counts: Record<string, number> }> {
  const stored = await findNamespace(db, key);
  const from = await getOntologyText(db, key, stored?.revision ?? 0);
  const { changes, counts } = await runTask('compareReplaced', { from, to });
  return { changes: await withUsages(db, key, changes), counts };
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
  const paths = fields.map(({ path }) => path).join(', ');
  return `Linked by the ${kind.replace('-', ' ')} '${id}' at ${paths}`;
}
