import { listRequestEvents } from '../../db/tables/feed/events.ts';
import type { RecordedEvent } from '../../db/tables/feed/events.ts';
import type { Database } from '../../db/connect.ts';
import { rehearse } from '../../db/transact.ts';
import { refuse } from '../../domain/errors.ts';
import type { Principal } from '../../domain/principal.ts';
import { createBoundedQueue, QueueFull } from '../../lib/waiting/bounded-queue.ts';
import { newId } from '../../lib/ids.ts';
import type { Answer } from '../exchange.ts';
import type { Services } from '../services.ts';

/** Replaces the services and request id of a handler during a dry run. */
export type Rehearsal = { services: Services; requestId: string };

/**
 * Runs the handler in a transaction that is rolled back, and answers with the recorded events. Refusals are those of the real
 * request, plus `unavailable` when too many dry runs wait. Only headers about the change and the preview remain of the handler's
 * answer.
 */
export function answerDryRun(
  services: Services,
  { organizationId }: Principal,
  handle: (rehearsal: Rehearsal) => Promise<Answer>,
): Promise<Answer> {
  // A fresh id distinguishes these events from others; a client may send the same request id twice.
  const requestId = newId();
  return inTurn(async () => {
    const { answer, events } = await rehearse(services.database, async (database) => ({
      answer: await handle({ services: { ...services, database }, requestId }),
      events: await listRequestEvents(database.knex, organizationId, requestId),
    }));
    const { eventTypePrefix } = services.settings;
    const effects = events.map((event) => present(event, eventTypePrefix));
    const preview = await answer.preview?.(services);
    return { status: 200, headers: headersOfChange(answer), json: { effects, ...preview } };
  });
}

/** Runs `work` like `rehearse`, in turn with other dry runs. Refuses with `unavailable` when too many of them wait. */
export function rehearseInTurn<T>(
  database: Database,
  work: (rehearsal: Database) => Promise<T>,
): Promise<T> {
  return inTurn(() => rehearse(database, work));
}

/**
 * A dry run holds its connection from its first statement to its last, so this limit keeps most of the pool free. It is one more
 * than the limit of an organization (`turns`).
 */
const rehearsals = createBoundedQueue({ tasks: 100, size: 100, atOnce: 4 });

async function inTurn<T>(rehearsal: () => Promise<T>): Promise<T> {
  try {
    return await rehearsals.add(1, rehearsal);
  } catch (error) {
    if (!(error instanceof QueueFull)) throw error;
    return refuse('unavailable', 'Too many dry runs are waiting; try again.');
  }
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
