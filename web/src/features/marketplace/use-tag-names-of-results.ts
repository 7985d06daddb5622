import { useTagNames } from '../tags/tag-names.ts';
import type { TagNames } from '../tags/tag-names.ts';
import { shownTags } from './hit-line.tsx';
import type { SearchAnswer } from './queries.ts';

type Facets = SearchAnswer['facets'];

/** The names of the tags of results and filters, in one request after both are there; and the filters with these names. */
export function useTagNamesOfResults(
  pages: readonly SearchAnswer[] | undefined,
  facets: Facets,
): { tagNames: TagNames; facets: Facets } {
  const ofHits = (pages ?? []).flatMap(({ results }) => results.flatMap(shownTags));
  const ofFacet = facets?.tag ?? [];
  const tagNames = useTagNames(
    facets === undefined ? [] : [...ofHits, ...ofFacet.map(({ value }) => value)],
  );
  const named = ofFacet.map((each) => {
    const name = tagNames.get(each.value);
    return name === undefined ? each : { ...each, name };
  });
  return { tagNames, facets: facets && { ...facets, tag: named } };
}
