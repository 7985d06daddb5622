import { findNewestPosition, listNewestEvents } from '../../../db/tables/feed/newest-events.ts';
import type { NewestEvent, NewestPosition } from '../../../db/tables/feed/newest-events.ts';
import { refuse } from '../../../domain/errors.ts';
import { toCloudEvent } from '../../../domain/feed/cloud-event.ts';
import type { Answer, ApiRequest } from '../../exchange.ts';
import { headerValue } from '../../http/header-values.ts';
import { readInstant } from '../../http/read-instant.ts';
import { withEventNames } from '../../present/event-names.ts';
import type { EventNames } from '../../present/event-names.ts';
import type { ApiSettings } from '../../services.ts';

/** Query parameters of a list of events, newest first. */
export type NewestQuery = {
  before?: string;
  principal?: string;
  subject?: string;
  from?: string;
  to?: string;
};

type NewestRequest = Pick<
  ApiRequest<object, NewestQuery & { limit: number }>,
  'principal' | 'query' | 'services' | 'url'
>;

/** Answers a page of the feed, newest first, with the names of principals and subjects. */
export async function answerNewestEvents(
  { principal, query, services, url }: NewestRequest,
  types: readonly string[] | undefined,
): Promise<Answer> {
  const { organizationId } = principal;
  const { knex } = services.database;
  const { limit, subject, principal: by } = query;
  const span = { from: readInstant('from', query.from), to: readInstant('to', query.to) };
  const filter = { types, subject, principal: by, ...span, inFeed: true };
  const before = await readBefore({ principal, services }, query.before);
  const page = { before, limit: limit + 1 };
  const found = await listNewestEvents(knex, organizationId, filter, page);
  const shown = await withEventNames(knex, organizationId, found.slice(0, limit));
  const last = shown.at(-1);
  return {
    status: 200,
    text: `[${shown.map((event) => presentEvent(event, services.settings)).join(',')}]`,
    contentType: 'application/cloudevents-batch+json',
    headers: { link: found.length > limit && last ? nextLink(url, last.id) : undefined },
  };
}

/** The event with what people read: its position, the kind of its subject, and names. */
export function presentEvent(event: NewestEvent & EventNames, settings: ApiSettings): string {
  const { seq, subjectKind, subjectName, principalName } = event;
  return toCloudEvent(event, settings, {
    ...(seq !== null && { sequence: String(seq) }),
    subjectkind: subjectKind,
    ...(subjectName !== null && { subjectname: subjectName }),
    ...(principalName !== null && { principalname: principalName }),
  });
}

/** The position of the last event of the previous page. Refuses with `bad_request` what is not the id of an event. */
export async function readBefore(
  { principal, services }: Pick<NewestRequest, 'principal' | 'services'>,
  before: string | undefined,
): Promise<NewestPosition | undefined> {
  if (before === undefined) return undefined;
  const { organizationId } = principal;
  const position = await findNewestPosition(services.database.knex, organizationId, before);
  return (
    position ??
    refuse(
      'bad_request',
      `before=${before.slice(0, 100)} is not an event id; send the id of the last event of the previous page.`,
    )
  );
}

/** The link to the page after an event. */
export function nextLink(url: URL, before: string): string | undefined {
  const next = new URL(url);
  next.searchParams.set('before', before);
  return headerValue(`<${next.href}>; rel="next"`);
}
