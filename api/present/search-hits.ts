import { runOnStored } from '../../commands/tasks/run-task.ts';
import type { Db } from '../../db/connect.ts';
import { listHitBodies } from '../../db/views/search/hits.ts';
import type { Hit } from '../../db/views/search/hits.ts';
import type { SearchResult } from '../../db/views/search/search.ts';
import {
  explainByDescription,
  explainByHead,
  wordsOutsideName,
} from '../../domain/documents/explain-match.ts';
import type { Match } from '../../domain/documents/explain-match.ts';
import type { OrganizationId } from '../../domain/principal.ts';
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
  const bodies = await listHitBodies(db, organizationId, open, maxBodyBytes);
  return Promise.all(
    hits.map(async (hit, index) => {
      const body = bodies.get(open.indexOf(hit));
      return known[index] ?? (await explain(hit, body, sought));
    }),
  );
}

async function explain(
  hit: Hit,
  body: string | undefined,
  sought: SearchResult['sought'],
): Promise<Match | undefined> {
  const left = wordsOutsideName(hit, sought);
  const part = body === undefined ? undefined : await runOnStored('findMatch', body, left);
  return part ?? explainByDescription(hit.description, left);
}

/** A hit as the API shows it. */
export function presentHit(
  hit: Hit,
  match: Match | undefined,
  { publicUrl, days }: { publicUrl: string; days: readonly HitDay[] | undefined },
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
    version,
    tags: hit.tags,
    portTypes: portTypes ?? [],
    classifications: classifications ?? [],
    updatedAt: hit.updatedAt.toISOString(),
    quality: qualityOf(hit, days),
    ...(hit.starCount !== null && { starCount: hit.starCount, starredByMe: hit.isStarred }),
    match: match ?? null,
  };
}

function qualityOf(hit: Hit, days: readonly HitDay[] | undefined): object | null {
  const { result, checkCount, failedChecks, testedAt } = hit;
  if (result === null || testedAt === null) return null;
  return { result, checkCount, failedChecks, testedAt: testedAt.toISOString(), days };
}
