import { newId } from '../../lib/ids.ts';

/** An event beside the one of the document itself, of the same change; the payload's `id` is the document's. */
export type FurtherEvent = { type: string; data: Readonly<Record<string, unknown>> };

/** Why and by whom a document is deleted. */
export type DeletionCause = {
  eventType: string;
  principal: string;
  requestId: string | undefined;
  now: Date;
  furtherEvents?: readonly FurtherEvent[];
};

/** Payload of the events of documents. */
export function eventData(id: string, now: Date, further: FurtherEvent['data'] = {}): string {
  return JSON.stringify({ id, ...further, timestamp: now.toISOString() });
}

/**
 * Further events as the JSON list that `allEvents` reads. They stand behind the document's own event in the feed, or,
 * when the document ends, before it: what belongs to a document neither comes before it nor outlives it.
 */
export function toEventList(
  events: readonly FurtherEvent[],
  { id, now, ends }: { id: string; now: Date; ends: boolean },
): string {
  const rows = events.map(({ type, data }, index) => ({
    id: newId(),
    type,
    data: JSON.parse(eventData(id, now, data)) as unknown,
    position: ends ? index - events.length : index + 1,
  }));
  return JSON.stringify(rows);
}

/** Rows (id, type, data, position) of the document's own event and of a list made by `toEventList`. */
export const allEvents = (
  own: { id: string; type: string; data: string },
  list: string,
): string => `
    (select ${own.id} as id, ${own.type} as type, ${own.data} as data, 0 as position
      union all select id, type, data, position
        from json_to_recordset(${list}) as f(id uuid, type text, data json, position int))`;

/** The feed tells of what is named so; the rest is for the audit trail (domain/kinds/kind.ts). */
export const isPublic = (type: string): string => `(${type} like '%Event')`;

/** Columns of an event of a document. */
export const eventColumns =
  '(organization_id, id, type, subject_kind, subject_id, revision, principal, request_id, public, data, at)';

/** The events of many writes, behind `input` and `head`: the documents' own. */
export const ownEventsOfBatch = `select i.organization_id, i.event_id, i.event_type, i.kind, i.id, h.revision,
        i.principal, i.request_id, ${isPublic('i.event_type')}, i.event_data, i.at from input i join head h using (n)`;

/** The same with what stands in `input.further`, in the order of the feed: numbers are given to sorted rows. */
export const eventsOfBatch = `select i.organization_id, e.id, e.type, i.kind, i.id, h.revision, i.principal,
        i.request_id, ${isPublic('e.type')}, e.data, i.at
      from input i join head h using (n)
      cross join lateral ${allEvents({ id: 'i.event_id', type: 'i.event_type', data: 'i.event_data' }, 'i.further')} e
      order by i.n, e.position`;
