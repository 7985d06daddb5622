import { listSubjectEvents } from '../db/tables/events.ts';
import type { OrganizationId } from '../domain/principal.ts';
import { cutPage, pagingQuery, readEventKey, readPage } from './paging.ts';
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
  const { limit, offset, after } = readPage(query);
  const page = { beforeId: readEventKey(after), limit, offset };
  const events = await listSubjectEvents(services.database.knex, subject, page);
  if (events.length === 0) await assertKnown();
  const { shown, link } = cutPage(events, { url, query }, ({ id }) => id);
  return {
    status: 200,
    headers: { link },
    json: shown.map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() })),
  };
}
