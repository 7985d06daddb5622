import { newId } from '../../../lib/ids.ts';
import { actingAgent } from '../../acting-agent.ts';

/** A second event of the same change, beside the document's own; the payload's `id` is the document's. */
export type FurtherEvent = { type: string; data: Readonly<Record<string, unknown>> };

/** The reason for a deletion, and its principal. */
export type DeletionCause = {
  eventType: string;
  principal: string;
  requestId: string | undefined;
  now: Date;
  furtherEvents?: readonly FurtherEvent[];
};

/** The events of one change, in the order of the feed, as the JSON list that `eventRows` reads. */
export function toEventList(
  { id, now }: { id: string; now: Date },
  events: readonly FurtherEvent[],
): string {
  const timestamp = now.toISOString();
  const agent = actingAgent();
  const rows = events.map(({ type, data }, position) => ({
    id: newId(),
    type,
    data: { id, ...data, timestamp },
    position,
    agent,
  }));
  return JSON.stringify(rows);
}

/** SQL of the rows `e` of a list that `toEventList` made. */
export const eventRows = (list: string): string =>
  `json_to_recordset(${list}) as e(id uuid, type text, data json, position int, agent text)`;

/** SQL condition: the feed contains the event `e`; other events are for the audit trail (domain/kinds/kind.ts). */
export const isPublic = `e.type like '%Event'`;

/** Columns of an event of a document. */
export const eventColumns =
  '(organization_id, id, type, subject_kind, subject_id, revision, principal, request_id, public, data, at, agent)';

/** Follows `input` and `head` in a statement: records `input.events`. Positions in the feed are given to sorted rows. */
export const recordEvents = (subjectKind: string): string => `event as (
      insert into events ${eventColumns}
      select i.organization_id, e.id, e.type, ${subjectKind}, i.id, h.revision, i.principal, i.request_id, ${isPublic}, e.data, i.at, e.agent
      from input i join head h using (n) cross join lateral ${eventRows('i.events')}
      order by i.n, e.position)`;
