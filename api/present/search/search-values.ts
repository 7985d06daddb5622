import type { FacetValues } from '../../../db/views/search/filters.ts';
import { searchedKinds } from './searched-kinds.ts';

/** Parameters of the search that filter by facets, each with its values. */
export type SearchParameters = {
  [
    Name in
      | Exclude<keyof FacetValues, 'type' | 'team' | 'domain'>
      | 'teamId'
      | 'domainId'
      | 'resourceType'
  ]?: readonly string[] | undefined;
};

/** Converts the parameters of a search to the values of its facets; documented types without documents match nothing. */
export function readFacetValues(parameters: SearchParameters): FacetValues {
  const { resourceType, teamId, domainId, tag, status, portType, classification } = parameters;
  const { quality, certification, concept, archetype, integration } = parameters;
  const kinds = searchedKinds.filter((kind) => resourceType?.includes(kind.resourceType));
  const type = kinds.length > 0 ? kinds.map(({ name }) => name) : [''];
  return {
    tag,
    status,
    portType,
    classification,
    quality,
    certification,
    concept,
    archetype,
    integration,
    type: resourceType && type,
    team: teamId,
    domain: domainId,
  };
}
