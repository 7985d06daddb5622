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
import type { ConceptLink, Usage } from '../../domain/semantics/concept-links.ts';

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
  const usages = usagesAmong(documents.slice(0, mostDocuments).map(readLinks), targets);
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
  const linking = documents.map(readLinks);
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

type Linking = {
  document: Omit<LinkingDocument, 'body'>;
  links: { link: ConceptLink; targets: readonly string[] }[];
};

/** Reads a document once, however many concepts are looked for in it. */
function readLinks({ body, ...document }: LinkingDocument): Linking {
  const links = listConceptLinks(JSON.parse(body));
  return { document, links: links.map((link) => ({ link, targets: targetsOf(link.url) })) };
}

function usagesAmong(linking: readonly Linking[], wanted: ReadonlySet<string>): Usage[] {
  return linking.flatMap(({ document, links }) => {
    const found = links.filter(({ targets }) => targets.some((target) => wanted.has(target)));
    return found.length === 0 ? [] : [{ ...document, fields: found.map(({ link }) => link) }];
  });
}
