import { listSubjectEvents } from '../../db/tables/feed/events.ts';
import { withPrincipalNames } from './principal-names.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { answerList, pagingQuery, readUuidKey, readPage } from '../http/paging/paging.ts';
import type { DeclaredAnswer } from '../route.ts';
import type { Answer, ApiRequest } from '../exchange.ts';
import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { auditEntrySchema } from '../schemas/documents/document-history.ts';

/** Query parameters of an audit trail. */
export const trailQuery = Type.Object(pagingQuery);

/** The answer of audit trail routes. */
export const trailAnswer: DeclaredAnswer = {
  description: 'The audit trail, as far back as events are kept; it remains after a deletion',
  schema: Type.Array(auditEntrySchema),
};

type TrailRequest = Pick<
  ApiRequest<object, Static<typeof trailQuery>>,
  'query' | 'url' | 'services'
>;

/** Answers with all changes of a subject, newest first; if there are none, `assertKnown` refuses unknown subjects. */
export async function answerTrail(
  { query, url, services }: TrailRequest,
  subject: { organizationId: OrganizationId; kind: string; id: string },
  assertKnown: () => Promise<unknown>,
): Promise<Answer> {
  const { limit, offset, after } = readPage(query);
  const page = { beforeId: readUuidKey(after), limit, offset };
  const events = await listSubjectEvents(services.database.knex, subject, page);
  if (events.length === 0) await assertKnown();
  const named = await withPrincipalNames(services.database.knex, subject.organizationId, events);
  return answerList(
    named,
    { url, query },
    ({ at, note, agent, ...entry }) => ({
      ...entry,
      at: at.toISOString(),
      ...(note !== null && { note }),
      ...(agent !== null && { agent }),
    }),
    ({ id }) => id,
  );
}
