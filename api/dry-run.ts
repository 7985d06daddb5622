import { listRequestEvents } from '../db/tables/events.ts';
import type { RecordedEvent } from '../db/tables/events.ts';
import { rehearse } from '../db/transact.ts';
import type { Principal } from '../domain/principal.ts';
import { newId } from '../lib/ids.ts';
import type { Answer } from './route.ts';
import type { Services } from './services.ts';

/** What a handler is given instead of its own when it only rehearses. */
export type Rehearsal = { services: Services; requestId: string };

/**
 * Lets the handler do its work in a transaction that is rolled back, and answers the events that it recorded. Refusals
 * are those of the real request. Of the handler's own answer only the headers stay that say something about the change.
 */
export function answerDryRun(
  services: Services,
  { organizationId }: Principal,
  handle: (rehearsal: Rehearsal) => Promise<Answer>,
): Promise<Answer> {
  // Fresh, so that the events can be told from those of others; the id that a client chose may come twice.
  const requestId = newId();
  return rehearse(services.database, async (database) => {
    const answer = await handle({ services: { ...services, database }, requestId });
    const events = await listRequestEvents(database.knex, organizationId, requestId);
    const { eventTypePrefix } = services.settings;
    return {
      status: 200,
      headers: headersOfChange(answer),
      json: { effects: events.map((event) => present(event, eventTypePrefix)) },
    };
  });
}

function headersOfChange({ headers = {} }: Answer): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('x-')));
}

function present(event: RecordedEvent, prefix: string): Record<string, unknown> {
  return {
    type: `${prefix}${event.type}`,
    subject: event.subjectId,
    subjectKind: event.subjectKind,
    revision: event.revision,
    time: event.at.toISOString(),
    principal: event.principal,
    public: event.public,
    data: JSON.parse(event.data),
  };
}
