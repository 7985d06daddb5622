import { withoutDeletedContacts } from '../../../domain/messaging/deleted-contacts.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import { batched } from '../../batched.ts';
import { runStatement } from '../../statement.ts';

/** A listener's position in the messages that it may read: all of them, or those of one conversation. */
export type MessageListener = {
  organizationId: OrganizationId;
  contactId: string;
  conversationId: string | undefined;
  afterPosition: number;
};

/** `data` is JSON text. */
export type HeardEvent = { position: number; type: string; data: string };

/** Events after the listener's position. */
export type HeardEvents = {
  events: HeardEvent[];
  /** Position up to which events were examined, whether or not the listener may see them. */
  position: number;
  /** True if there may be more events right now. */
  hasMore: boolean;
  /** False when the listener is no longer a member of the requested conversation. */
  isMember: boolean;
};

/**
 * Events in a page for one listener: each is a message of at most 64 kB, with its attachments and reactions.
 */
const maxEvents = 20;

/** Maximum number of the organization's events that a page examines. */
const maxExaminedEvents = 500;

/**
 * Membership is looked up for each event, by key: a join would read all memberships of a contact each time. A
 * listener without permission at the time of reading does not receive the event.
 */
const hear = {
  name: 'message-stream-hear',
  text: `select r.n::int as n, r.conversation_id is null or exists (select 1 from conversation_members m
        where m.organization_id = r.organization_id and m.conversation_id = r.conversation_id
          and m.contact_id = r.contact_id) as "isMember",
      looked.count, looked.reach, heard.position, heard.type, heard.data, (
        select c.id from messages s
        join contacts c on c.organization_id = s.organization_id and c.id = s.contact_id and c.deleted_at is not null
        where s.organization_id = r.organization_id and s.id = heard.subject_id) as "deletedId"
    from unnest($1::uuid[], $2::text[], $3::text[], $4::bigint[])
      with ordinality r(organization_id, contact_id, conversation_id, after, n)
    cross join lateral (
      select count(*)::int as count, max(l.position) as reach from (
        select e.position from messaging_events e
        where e.organization_id = r.organization_id and e.position > r.after
        order by e.position limit ${maxExaminedEvents}) l) looked
    left join lateral (
      select e.position, e.type, e.subject_id, e.data::text as data from messaging_events e
      cross join lateral (
        select 1 from conversation_members m
        where m.organization_id = e.organization_id and m.conversation_id = e.conversation_id
          and m.contact_id = r.contact_id limit 1) mine
      where e.organization_id = r.organization_id and e.position > r.after and e.position <= looked.reach
        and e.subject_kind = 'message' and (r.conversation_id is null or e.conversation_id = r.conversation_id)
      order by e.position limit ${maxEvents}) heard on true
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
  /** The author if it was deleted since. */
  deletedId: string | null;
};

/** The next events of a listener. All listeners woken by the same signal share one statement. */
export const hearMessages = batched<MessageListener, HeardEvents>(
  { maxRunning: 2 },
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
  if (!first) throw new Error('the query returned no row for a listener');
  const events = rows.flatMap(({ position, type, data, deletedId }) =>
    position === null
      ? []
      : [
          {
            position,
            type,
            data: withoutDeletedContacts(data, deletedId === null ? [] : [deletedId]),
          },
        ],
  );
  const last = events.at(-1);
  if (last && events.length === maxEvents) {
    return { events, position: last.position, hasMore: true, isMember: first.isMember };
  }
  return {
    events,
    position: first.reach ?? afterPosition,
    hasMore: first.count === maxExaminedEvents,
    isMember: first.isMember,
  };
}
