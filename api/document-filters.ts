import { Type } from '@sinclair/typebox';
import type { Static, TObject } from '@sinclair/typebox';
import type { DocumentFilter } from '../db/views/document-filter.ts';

/** Query parameters that lists and the search filter documents by. */
export const filterQuery = {
  teamId: Type.Optional(
    Type.Array(Type.String(), { description: 'Owning teams; may be repeated' }),
  ),
  domainId: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Domains: what they or teams below them own; may be repeated',
    }),
  ),
  archetype: Type.Optional(
    Type.String({ description: 'Archetype of data products, type of teams' }),
  ),
  tag: Type.Optional(Type.String()),
  status: Type.Optional(Type.String()),
};

/** The filter that these parameters mean. */
export function readFilter(
  query: Static<TObject<typeof filterQuery>>,
): Pick<DocumentFilter, 'teamIds' | 'domainIds' | 'archetype' | 'tag' | 'status'> {
  const { teamId, domainId, archetype, tag, status } = query;
  return { teamIds: teamId, domainIds: domainId, archetype, tag, status };
}
