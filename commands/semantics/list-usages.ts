import type { Db } from '../../db/connect.ts';
import { listConceptsNamed, listHolders } from '../../db/tables/semantics/namespace-concepts.ts';
import type { StoredConcept } from '../../db/tables/semantics/namespace-concepts.ts';
import type { NamespaceKey } from '../../db/tables/semantics/namespaces.ts';
import { listLinkingDocuments } from '../../db/views/semantics/concept-usages.ts';
import type { LinkingDocument } from '../../db/views/semantics/concept-usages.ts';
import type { ConceptChange } from '../../domain/ontology/merge/diff-ontologies.ts';
import type { FoundLink } from '../../domain/documents/contract-extracts.ts';
import { namesOfConcept, targetWord } from '../../domain/kinds/concept-links.ts';
import type { Usage } from '../../domain/kinds/concept-links.ts';
import { mapInTurns } from '../../lib/waiting/turns.ts';
import { runOnStored } from '../tasks/run-task.ts';

/** Maximum number of documents in one answer. */
const maxDocuments = 200;

/** Maximum number of changed concepts whose usages are looked up. */
const maxConcepts = 500;

/** Contracts and products that link to a concept, directly or as a property of another concept. */
export async function listUsages(
  db: Db,
  key: NamespaceKey,
  concept: StoredConcept,
): Promise<{ usages: Usage[]; truncated: boolean }> {
  const names = await namesOf(db, key, [concept]);
  const targets = new Set([...names.values()].flat());
  const words = [...targets].map(targetWord);
  const documents = await listLinkingDocuments(db, key.organizationId, words, maxDocuments + 1);
  const linking = await readLinks(documents.slice(0, maxDocuments), targets);
  return { usages: usagesAmong(linking, targets), truncated: documents.length > maxDocuments };
}

/** Usages of each changed or removed concept; new concepts have none that matter. */
export async function listUsagesOfChanges(
  db: Db,
  key: NamespaceKey,
  changes: readonly ConceptChange[],
): Promise<Map<string, Usage[]>> {
  const ids = changes.filter(({ op }) => op !== 'add').map((change) => change.external_id);
  return listUsagesOf(db, key, ids.slice(0, maxConcepts));
}

/** Usages of the concepts with these ids. */
export async function listUsagesOf(
  db: Db,
  key: NamespaceKey,
  ids: readonly string[],
): Promise<Map<string, Usage[]>> {
  const concepts = await listConceptsNamed(db, key, ids);
  const names = await namesOf(db, key, concepts);
  const targets = new Set([...names.values()].flat());
  const words = [...targets].map(targetWord);
  const documents = await listLinkingDocuments(db, key.organizationId, words, maxDocuments);
  const linking = await readLinks(documents, targets);
  const usages = new Map<string, Usage[]>();
  for (const [id, targets] of names) {
    const own = usagesAmong(linking, new Set(targets));
    if (own.length > 0) usages.set(id, own);
  }
  return usages;
}

async function namesOf(
  db: Db,
  key: NamespaceKey,
  concepts: readonly StoredConcept[],
): Promise<Map<string, string[]>> {
  const holders = await listHolders(
    db,
    key,
    concepts.flatMap(({ id, name }) => [id, name]),
  );
  return new Map(
    concepts.map((concept) => {
      const own = holders.filter(({ held }) => held === concept.id || held === concept.name);
      return [concept.id, namesOfConcept(key.id, concept, own)];
    }),
  );
}

type Linking = { document: Omit<LinkingDocument, 'body'>; links: readonly FoundLink[] };

/** Reads each document once, sequentially, regardless of the number of concepts. */
function readLinks(
  documents: readonly LinkingDocument[],
  targets: ReadonlySet<string>,
): Promise<Linking[]> {
  const wanted = [...targets];
  return mapInTurns(documents, async ({ body, ...document }) => ({
    document,
    links: await runOnStored('findLinksTo', body, wanted),
  }));
}

function usagesAmong(linking: readonly Linking[], wanted: ReadonlySet<string>): Usage[] {
  return linking.flatMap(({ document, links }) => {
    const found = links.filter(({ targets }) => targets.some((target) => wanted.has(target)));
    return found.length === 0 ? [] : [{ ...document, fields: found.map(({ link }) => link) }];
  });
}
