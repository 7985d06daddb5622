import type { Db } from '../../db/connect.ts';
import { listConceptsNamed, listHolders } from '../../db/tables/semantics/namespace-concepts.ts';
import type { StoredConcept } from '../../db/tables/semantics/namespace-concepts.ts';
import type { NamespaceKey } from '../../db/tables/semantics/namespaces.ts';
import { listProductsOfContracts } from '../../db/views/semantics/concept-products.ts';
import type { ProductOfContract } from '../../db/views/semantics/concept-products.ts';
import { listLinkingDocuments } from '../../db/views/semantics/concept-usages.ts';
import type { LinkingDocument } from '../../db/views/semantics/concept-usages.ts';
import type { ConceptChange } from '../../domain/ontology/merge/diff-ontologies.ts';
import type { FoundLink } from '../../domain/documents/contract-extracts.ts';
import { namesOfConcept, targetWord } from '../../domain/kinds/document-links.ts';
import type { Usage } from '../../domain/kinds/document-links.ts';
import { mapInTurns } from '../../lib/waiting/turns.ts';
import { runOnStored } from '../tasks/run-task.ts';

/** Maximum number of documents in one answer. */
const maxDocuments = 200;

/** Maximum number of products of one answer; each contract is usually offered by one. */
const maxProducts = 2_000;

/** Maximum number of changed concepts whose usages are looked up. */
const maxConcepts = 500;

/** A page of usages; `after` is the last document of the page before. */
export type UsagePage = { limit: number; after: { kind: string; id: string } | undefined };

/** A document that links to a concept, and the products that offer it if it is a contract. */
export type UsageWithProducts = Usage & { products: Omit<ProductOfContract, 'dataContractId'>[] };

/** Contracts and products that link to a concept, directly or as a property of another concept. */
export async function listUsages(
  db: Db,
  key: NamespaceKey,
  concept: StoredConcept,
  page: UsagePage,
): Promise<{ usages: UsageWithProducts[]; last: LinkingDocument | undefined }> {
  const names = await namesOf(db, key, [concept]);
  const targets = new Set([...names.values()].flat());
  const words = [...targets].map(targetWord);
  const limit = page.limit + 1;
  const documents = await listLinkingDocuments(db, key.organizationId, words, { ...page, limit });
  const shown = documents.slice(0, page.limit);
  const usages = usagesAmong(await readLinks(shown, targets), targets);
  const last = documents.length > page.limit ? shown.at(-1) : undefined;
  return { usages: await withProducts(db, key, usages), last };
}

async function withProducts(
  db: Db,
  { organizationId }: NamespaceKey,
  usages: readonly Usage[],
): Promise<UsageWithProducts[]> {
  const contracts = usages.filter(({ kind }) => kind === 'data-contract').map(({ id }) => id);
  const products = await listProductsOfContracts(db, organizationId, contracts, maxProducts);
  return usages.map((usage) => ({
    ...usage,
    products: products
      .filter(({ dataContractId }) => usage.kind === 'data-contract' && dataContractId === usage.id)
      .map(({ id, name, ownerId }) => ({ id, name, ownerId })),
  }));
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
  const documents = await listLinkingDocuments(db, key.organizationId, words, {
    limit: maxDocuments,
  });
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
