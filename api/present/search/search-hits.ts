import { runOnStored } from '../../../commands/tasks/run-task.ts';
import type { Db } from '../../../db/connect.ts';
import type { ExampleOf } from '../../../db/views/search/examples.ts';
import { listHitBodies } from '../../../db/views/search/hits.ts';
import type { Hit } from '../../../db/views/search/hits.ts';
import { listBestOffered } from '../../../db/views/search/offering.ts';
import type { Offered } from '../../../db/views/search/offering.ts';
import type { SearchResult } from '../../../db/views/search/search.ts';
import {
  betterMatch,
  explainByHead,
  explainBySome,
  wordsOutsideName,
} from '../../../domain/documents/explain-match.ts';
import type { Match } from '../../../domain/documents/explain-match.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import { hasTerm, toPartsQuery } from '../../../domain/search/words.ts';
import type { HitDay } from './hit-days.ts';
import { searchedKinds } from './searched-kinds.ts';

/** Kinds whose fields or ports may explain a match. */
const kindsWithParts = ['data-contract', 'data-product', 'asset'];

/** Documents above this size are explained by their description only, so that a search stays fast. */
const maxBodyBytes = 256 * 1024;

/** Why each hit matches, in their order; undefined without words, or if the reason is in a part that is not kept. */
export async function explainHits(
  db: Db,
  organizationId: OrganizationId,
  { hits, sought }: Pick<SearchResult, 'hits' | 'sought'>,
): Promise<(Match | undefined)[]> {
  if (sought.length === 0) return hits.map(() => undefined);
  const known = hits.map((hit) => explainByHead(hit, sought));
  const open = hits.filter((hit, index) => !known[index] && kindsWithParts.includes(hit.kind));
  const products = open.filter(({ kind }) => kind === 'data-product');
  const [bodies, contracts] = await Promise.all([
    listHitBodies(db, organizationId, open, maxBodyBytes),
    listContracts(db, organizationId, products, sought),
  ]);
  return Promise.all(
    hits.map(async (hit, index) => {
      const body = bodies.get(open.indexOf(hit));
      const contract = contracts.get(products.indexOf(hit));
      return known[index] ?? (await explain(hit, { body, contract }, sought));
    }),
  );
}

/** The contract of each product that has most of the words. */
function listContracts(
  db: Db,
  organizationId: OrganizationId,
  products: readonly Hit[],
  sought: SearchResult['sought'],
): Promise<Map<number, Offered>> {
  const ids = products.map(({ id }) => id);
  const parts = toPartsQuery(sought, true) ?? '';
  return listBestOffered(db, organizationId, ids, { parts, maxBytes: maxBodyBytes });
}

async function explain(
  hit: Hit,
  { body, contract }: { body: string | undefined; contract: Offered | undefined },
  sought: SearchResult['sought'],
): Promise<Match | undefined> {
  const left = wordsOutsideName(hit, sought);
  const part = body === undefined ? undefined : await runOnStored('findMatch', body, left);
  const offered = contract === undefined ? undefined : await explainOffered(contract, left);
  return betterMatch(part, offered, left) ?? explainBySome(hit, sought);
}

/** The field of the contract that has one of the words, else its name. */
async function explainOffered(
  { id, name, body }: Offered,
  sought: SearchResult['sought'],
): Promise<Match | undefined> {
  const found = body === null ? undefined : await runOnStored('findMatch', body, sought);
  if (found) return { ...found, contract: { id, name } };
  const isNamed = sought.flat().some((term) => hasTerm(name, term) || hasTerm(id, term));
  return isNamed ? { field: 'contract', excerpt: name } : undefined;
}

/** What is read beside a hit. */
type HitContext = {
  publicUrl: string;
  days: readonly HitDay[] | undefined;
  exampleOf: ExampleOf | undefined;
};

/** A hit as the API shows it. */
export function presentHit(
  hit: Hit,
  match: Match | undefined,
  { publicUrl, days, exampleOf }: HitContext,
): object {
  const { kind: name, id, ownerId, ownerName, status, version, portTypes, classifications } = hit;
  const kind = searchedKinds.find((known) => known.name === name);
  return {
    id,
    url: kind?.page(publicUrl, id),
    ownerId: ownerId ?? undefined,
    ownerName: ownerName ?? undefined,
    name: hit.name,
    resourceType: kind?.resourceType,
    description: hit.description,
    status,
    archetype: hit.archetype,
    version,
    tags: hit.tags,
    portTypes: portTypes ?? [],
    classifications: classifications ?? [],
    updatedAt: hit.updatedAt.toISOString(),
    quality: qualityOf(hit, days),
    ...(hit.starCount !== null && { starCount: hit.starCount, starredByMe: hit.isStarred }),
    ...(exampleOf && { exampleOf: presentExampleOf(exampleOf) }),
    match: match ?? null,
  };
}

function presentExampleOf({ id, name, outputPortId }: ExampleOf): object {
  return { dataProductId: id, dataProductName: name, outputPortId };
}

function qualityOf(hit: Hit, days: readonly HitDay[] | undefined): object | null {
  const { result, checkCount, failedChecks, testedAt } = hit;
  if (result === null || testedAt === null) return null;
  return { result, checkCount, failedChecks, testedAt: testedAt.toISOString(), days };
}
