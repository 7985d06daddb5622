import type { Db } from '../../db/connect.ts';
import { listConceptsNamed, listHolders } from '../../db/tables/namespace-concepts.ts';
import type { StoredConcept } from '../../db/tables/namespace-concepts.ts';
import type { NamespaceKey } from '../../db/tables/namespaces.ts';
import { listLinkingDocuments } from '../../db/views/concept-usages.ts';
import type { LinkingDocument } from '../../db/views/concept-usages.ts';
import type { ConceptChange } from '../../domain/ontology/diff-ontologies.ts';
import {
  listConceptLinks,
  namesOfConcept,
  targetsOf,
  targetWord,
} from '../../domain/semantics/concept-links.ts';
import type { Usage } from '../../domain/semantics/concept-links.ts';

/** Documents that one answer names. */
const mostDocuments = 200;

/** Changed concepts of which the usages are looked up, the first ones. */
const mostConcepts = 500;

/** Contracts and products that link to a concept, or to it as a property of another one, and where. */
export async function listUsages(
  db: Db,
  key: NamespaceKey,
  concept: StoredConcept,
): Promise<{ usages: Usage[]; truncated: boolean }> {
  const names = await namesOf(db, key, [concept]);
  const targets = new Set([...names.values()].flat());
  const words = [...targets].map(targetWord);
  const documents = await listLinkingDocuments(db, key.organizationId, words, mostDocuments + 1);
  const usages = documents
    .slice(0, mostDocuments)
    .map((document) => toUsage(document, targets))
    .filter(({ fields }) => fields.length > 0);
  return { usages, truncated: documents.length > mostDocuments };
}

/** The same for each concept that is changed or removed; what is new is linked by nobody who must be asked. */
export async function listUsagesOfChanges(
  db: Db,
  key: NamespaceKey,
  changes: readonly ConceptChange[],
): Promise<Map<string, Usage[]>> {
  const ids = changes.filter(({ op }) => op !== 'add').map((change) => change.external_id);
  return listUsagesOf(db, key, ids.slice(0, mostConcepts));
}

/** The same for some concepts by their ids. */
export async function listUsagesOf(
  db: Db,
  key: NamespaceKey,
  ids: readonly string[],
): Promise<Map<string, Usage[]>> {
  const concepts = await listConceptsNamed(db, key, ids);
  const names = await namesOf(db, key, concepts);
  const words = [...new Set([...names.values()].flat().map(targetWord))];
  const documents = await listLinkingDocuments(db, key.organizationId, words, mostDocuments);
  const usages = new Map<string, Usage[]>();
  for (const [id, targets] of names) {
    const own = documents
      .map((document) => toUsage(document, new Set(targets)))
      .filter(({ fields }) => fields.length > 0);
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

function toUsage({ body, ...document }: LinkingDocument, targets: ReadonlySet<string>): Usage {
  const links = listConceptLinks(JSON.parse(body));
  const fields = links.filter(({ url }) => targetsOf(url).some((target) => targets.has(target)));
  return { ...document, fields };
}
