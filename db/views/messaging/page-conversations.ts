import type { OrganizationId } from '../../../domain/principal.ts';
import { casePattern } from '../../fragments/case-pattern.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import { contactName, joinPerson } from './contact-names.ts';

/** A conversation as pages list it for one member. */
export type PageConversation = {
  id: string;
  groupId: string | null;
  contactId: string | null;
  /** Name of the group, the other person or the other contact; a deleted contact keeps its username. */
  name: string;
  description: string | null;
  avatarUrl: string | null;
  /** The contact that may change the group. */
  groupCreatedBy: string | null;
  createdBy: string;
  pinnedMessageId: string | null;
  isPinned: boolean;
  isMuted: boolean;
  archivedAt: Date | null;
  unreadCount: number;
  memberCount: number;
  lastActiveAt: Date;
  /** Order of the list, together with `isPinned`. */
  activity: number;
  lastMessageId: string | null;
  /** At most 200 characters. */
  lastText: string | null;
  lastAuthorId: string | null;
  lastAuthorName: string | null;
  lastAttachments: number;
  lastAt: Date | null;
};

const unread = 'greatest(c.message_count - m.read_count, 0)';
const shownName = `coalesce(g.name, ${contactName('o', 'q')})`;

/** Conversations of the contact $2 with their names; the columns that a page sorts and filters by come first. */
const own = `select c.organization_id, c.id, c.group_id, o.id as contact_id, ${shownName} as name, g.description,
      coalesce(g.avatar_url, o.avatar_url) as avatar_url, g.created_by as group_created_by, c.created_by,
      c.pinned_message_id, m.is_pinned, m.is_muted, m.archived_at, ${unread} as unread_count, c.last_active_at,
      greatest(c.last_position, c.position) as activity, c.last_position
    from conversation_members m
    join conversations c on c.organization_id = m.organization_id and c.id = m.conversation_id
    left join contact_groups g on g.organization_id = c.organization_id and g.id = c.group_id
    left join contacts o on o.organization_id = c.organization_id and c.group_id is null
      and o.id = case when c.first_contact_id = m.contact_id then c.second_contact_id else c.first_contact_id end
    ${joinPerson('o', 'q')}
    where m.organization_id = $1 and m.contact_id = $2 and c.deleted_at is null`;

/** Completes the conversations `v` with their members and last messages. */
const complete = `select v.id, v.group_id as "groupId", v.contact_id as "contactId", v.name, v.description,
      v.avatar_url as "avatarUrl", v.group_created_by as "groupCreatedBy", v.created_by as "createdBy",
      v.pinned_message_id as "pinnedMessageId", v.is_pinned as "isPinned", v.is_muted as "isMuted",
      v.archived_at as "archivedAt", v.unread_count as "unreadCount", v.last_active_at as "lastActiveAt", v.activity,
      (select count(*)::int from conversation_members x
        where x.organization_id = v.organization_id and x.conversation_id = v.id) as "memberCount",
      l.id as "lastMessageId", left(l.message, 200) as "lastText", l.contact_id as "lastAuthorId",
      ${contactName('w', 'u')} as "lastAuthorName", l.created_at as "lastAt",
      coalesce((select count(*)::int from attachments a
        where a.organization_id = v.organization_id and a.message_id = l.id), 0) as "lastAttachments"
    from v
    left join lateral (
      select * from messages x where x.organization_id = v.organization_id and x.conversation_id = v.id
        and x.position <= v.last_position order by x.position desc limit 1) l on true
    left join contacts w on w.organization_id = v.organization_id and w.id = l.contact_id
    ${joinPerson('w', 'u')}`;

const list = {
  name: 'page-conversations-list',
  text: `with v as materialized (
      select * from (${own}) s
      where case $3 when 'archived' then s.archived_at is not null
          when 'unread' then s.archived_at is null and s.unread_count > 0 else s.archived_at is null end
        and ($4::text is null or s.name ~ $4)
        and ($5::boolean is null or (s.is_pinned, s.activity) < ($5, $6::bigint))
      order by s.is_pinned desc, s.activity desc limit $7)
    ${complete} order by v.is_pinned desc, v.activity desc`,
};

/** Parts of the list of conversations. */
export const conversationShows = ['active', 'unread', 'archived'] as const;

export type PageConversationFilter = {
  show: (typeof conversationShows)[number];
  /** A part of the name. */
  name: string | undefined;
};

type Member = { organizationId: OrganizationId; contactId: string };

/** A page of the conversations of a contact: pinned ones first, then by their last message. */
export function listPageConversations(
  db: Db,
  { organizationId, contactId }: Member,
  { show, name }: PageConversationFilter,
  page: { after: { isPinned: boolean; activity: number } | undefined; limit: number },
): Promise<PageConversation[]> {
  const { after, limit } = page;
  const position = [after?.isPinned, after?.activity];
  const values = [
    organizationId,
    contactId,
    show,
    name === undefined ? undefined : casePattern(name),
    ...position,
    limit,
  ];
  return runStatement<PageConversation>(db, list, values);
}

const find = {
  name: 'page-conversations-find',
  text: `with v as (${own} and m.conversation_id = $3) ${complete}`,
};

/** The conversation as this contact sees it; undefined if it is no member. */
export async function findPageConversation(
  db: Db,
  { organizationId, contactId }: Member,
  id: string,
): Promise<PageConversation | undefined> {
  const [row] = await runStatement<PageConversation>(db, find, [organizationId, contactId, id]);
  return row;
}

const countUnread = {
  name: 'page-conversations-count-unread',
  text: `select count(*)::int as conversations, coalesce(sum(u.unread), 0)::bigint as messages from (
      select ${unread} as unread from conversation_members m
      join conversations c on c.organization_id = m.organization_id and c.id = m.conversation_id
      where m.organization_id = $1 and m.contact_id = $2 and c.deleted_at is null
        and m.archived_at is null and not m.is_muted) u
    where u.unread > 0`,
};

/** Unread messages of a contact, without those of muted and archived conversations. */
export async function countUnreadMessages(
  db: Db,
  { organizationId, contactId }: Member,
): Promise<{ conversations: number; messages: number }> {
  type Row = { conversations: number; messages: number };
  const [row] = await runStatement<Row>(db, countUnread, [organizationId, contactId]);
  return row ?? { conversations: 0, messages: 0 };
}
