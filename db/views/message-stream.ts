import { withoutGoneContacts } from '../../domain/messaging/gone-contacts.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { batched } from '../batched.ts';
import { runStatement } from '../statement.ts';

/** Where somebody is in the messages that it may read: all of them, or those of one conversation. */
export type MessageListener = {
  organizationId: OrganizationId;
  contactId: string;
  conversationId: string | undefined;
  afterPosition: number;
};

/** `data` is JSON text. */
export type HeardEvent = { position: number; type: string; data: string };

/** What lies behind that place. */
export type HeardEvents = {
  events: HeardEvent[];
  /** Up to where it was looked, whether that was for the listener or not. */
  position: number;
  /** Whether there may be more at once. */
  hasMore: boolean;
  /** False when the conversation that was asked for is not the listener's any more. */
  isMember: boolean;
};

/** Events of a page of one listener: each a message of at most 64 kB, with what it carries and who reacted. */
const mostTold = 20;

/** How far a page looks for events of the listener among those of its organization. */
const mostLookedAt = 500;

/**
 * Membership is looked up for each event, by key: a join would read all memberships of a contact each time. Whoever
 * may not read an event when it is read here does not hear of it.
 */
const hear = {
  name: 'message-stream-hear',
  text: `select r.n::int as n, r.conversation_id is null or exists (select 1 from conversation_members m
        where m.organization_id = r.organization_id and m.conversation_id = r.conversation_id
          and m.contact_id = r.contact_id) as "isMember",
      looked.count, looked.reach, heard.position, heard.type, heard.data, (
        select c.id from messages s
        join contacts c on c.organization_id = s.organization_id and c.id = s.contact_id and c.deleted_at is not null
        where s.organization_id = r.organization_id and s.id = heard.subject_id) as "goneId"
    from unnest($1::uuid[], $2::text[], $3::text[], $4::bigint[])
      with ordinality r(organization_id, contact_id, conversation_id, after, n)
    cross join lateral (
      select count(*)::int as count, max(l.position) as reach from (
        select e.position from messaging_events e
        where e.organization_id = r.organization_id and e.position > r.after
        order by e.position limit ${mostLookedAt}) l) looked
    left join lateral (
      select e.position, e.type, e.subject_id, e.data::text as data from messaging_events e
      cross join lateral (
        select 1 from conversation_members m
        where m.organization_id = e.organization_id and m.conversation_id = e.conversation_id
          and m.contact_id = r.contact_id limit 1) mine
      where e.organization_id = r.organization_id and e.position > r.after and e.position <= looked.reach
        and e.subject_kind = 'message' and (r.conversation_id is null or e.conversation_id = r.conversation_id)
      order by e.position limit ${mostTold}) heard on true
    order by r.n, heard.position`,
};

type Row = {
  n: number;
  isMember: boolean;
  count: number;
  reach: number | null;
  position: number | null;
  type: string;
  data: string;
  /** The author when it was deleted since. */
  goneId: string | null;
};

/** What a listener may hear next. All that are woken by the same signal ask in one statement. */
export const hearMessages = batched<MessageListener, HeardEvents>(
  { mostRunning: 2 },
  async (db, listeners) => {
    const rows = await runStatement<Row>(db, hear, [
      listeners.map(({ organizationId }) => organizationId),
      listeners.map(({ contactId }) => contactId),
      listeners.map(({ conversationId }) => conversationId ?? null),
      listeners.map(({ afterPosition }) => afterPosition),
    ]);
    const found = listeners.map((): Row[] => []);
    for (const row of rows) found[row.n - 1]?.push(row);
    return listeners.map((listener, index) => toHeard(listener, found[index] ?? []));
  },
);

function toHeard({ afterPosition }: MessageListener, rows: readonly Row[]): HeardEvents {
  const [first] = rows;
  if (!first) throw new Error('a listener without an answer');
  const events = rows.flatMap(({ position, type, data, goneId }) =>
    position === null
      ? []
      : [{ position, type, data: withoutGoneContacts(data, goneId === null ? [] : [goneId]) }],
  );
  const last = events.at(-1);
  if (last && events.length === mostTold) {
    return { events, position: last.position, hasMore: true, isMember: first.isMember };
  }
  return {
    events,
    position: first.reach ?? afterPosition,
    hasMore: first.count === mostLookedAt,
    isMember: first.isMember,
  };
}
