import type { OrganizationId } from '../../../domain/principal.ts';
import { readSentence } from '../../../domain/search/sentences.ts';
import type { Term } from '../../../domain/search/words.ts';
import type { Db } from '../../connect.ts';
import type { Scope } from './find-matching.ts';
import { resolveOwners } from './owners.ts';

/** What a sentence may ask for: the words, and the limits that it names. An uncertain meaning that finds nothing is none. */
export type Meaning = { terms: readonly Term[]; scope: Scope; isCertain: boolean };

/** The possible meanings of a sentence whose owners are teams, the most specific first; none for words that are no sentence. */
export async function readMeanings(
  db: Db,
  organizationId: OrganizationId,
  { scope, text }: { scope: Scope; text: string },
): Promise<Meaning[]> {
  const { resolved } = scope;
  const meanings: Meaning[] = [];
  for (const request of readSentence(text)) {
    const owners = await resolveOwners(db, organizationId, request);
    if (!owners) continue;
    const ownerSets = [...resolved.ownerSets, ...owners];
    const tags = request.tag === undefined ? resolved.tags : [...resolved.tags, request.tag];
    // A type that was asked for replaces the type in the sentence.
    const kind = scope.conditions.has('type') ? undefined : request.kind;
    const { preferredKind } = request;
    const limited = { ...resolved, ownerSets, tags };
    const isCertain = request.owner === undefined || request.isOwnerCertain;
    meanings.push({
      terms: request.terms,
      scope: { ...scope, kind, preferredKind, resolved: limited, isSentence: true },
      isCertain,
    });
    if (isCertain) break;
  }
  return meanings;
}
