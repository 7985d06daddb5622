import { Type } from '@sinclair/typebox';
import type { Static, TObject } from '@sinclair/typebox';
import type { DocumentFilter } from '../../../db/views/documents/filter.ts';

/** Query parameters that filter documents in lists and in the search. */
export const filterQuery = {
  teamId: Type.Optional(
    Type.Array(Type.String(), { description: 'Owning teams; may be repeated' }),
  ),
  domainId: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Domains: resources owned by them or by teams below them; may be repeated',
    }),
  ),
  archetype: Type.Optional(
    Type.String({ description: 'Archetype of data products or type of teams' }),
  ),
  tag: Type.Optional(Type.String({ description: 'Only resources with this tag' })),
  status: Type.Optional(Type.String({ description: 'Only resources with this status' })),
};

/** Converts these parameters to a filter. */
export function readFilter(
  query: Static<TObject<typeof filterQuery>>,
): Pick<DocumentFilter, 'teamIds' | 'domainIds' | 'archetype' | 'tag' | 'status'> {
  const { teamId, domainId, archetype, tag, status } = query;
  return { teamIds: teamId, domainIds: domainId, archetype, tag, status };
}
