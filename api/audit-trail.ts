import { listSubjectEvents } from '../db/tables/events.ts';
import type { OrganizationId } from '../domain/principal.ts';
import { nextLink, pagingQuery, readEventKey, readPage } from './paging.ts';
import type { Answer, ApiRequest, DeclaredAnswer } from './route.ts';
import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { auditEntrySchema } from './schemas/document-history.ts';

/** Query parameters of a trail. */
export const trailQuery = Type.Object(pagingQuery);

/** What routes of a trail answer. */
export const trailAnswer: DeclaredAnswer = {
  description: 'The trail, as far back as events are kept; it stays after a deletion',
  schema: Type.Array(auditEntrySchema),
};

type TrailRequest = Pick<
  ApiRequest<object, Static<typeof trailQuery>>,
  'query' | 'url' | 'services'
>;

/** Everything that was done to a subject, newest first; where there is nothing, `assertKnown` refuses what never was. */
export async function answerTrail(
  { query, url, services }: TrailRequest,
  subject: { organizationId: OrganizationId; kind: string; id: string },
  assertKnown: () => Promise<unknown>,
): Promise<Answer> {
  const { size, offset, after } = readPage(query);
  const page = { beforeId: readEventKey(after), limit: size + 1, offset };
  const events = await listSubjectEvents(services.database.knex, subject, page);
  if (events.length === 0) await assertKnown();
  const shown = events.slice(0, size);
  const next = { more: events.length > size, lastKey: shown.at(-1)?.id };
  return {
    status: 200,
    headers: { link: nextLink(url, query, next) },
    json: shown.map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() })),
  };
}
