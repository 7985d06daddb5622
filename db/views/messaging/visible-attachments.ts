import type { StoredAttachment } from '../../../domain/messaging/attachments/attachment.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import type { Statement } from '../../statement.ts';
import { attachmentColumns } from '../../tables/messaging/attachments.ts';

/**
 * The contact whose attachments are listed: those of messages in its conversations, and its own unattached
 * ones.
 */
export type Viewer = { organizationId: OrganizationId; contactId: string };

/** An attachment that the viewer may see. */
export type VisibleAttachment = StoredAttachment & {
  position: number;
  conversationId: string | null;
  /** Creator of the conversation; null while the attachment is in none. */
  conversationCreatedBy: string | null;
};

const isComplete = '(a.storage_key is null or a.stored_at is not null)';
const isUnattached = `a.organization_id = $1 and a.contact_id = $2 and a.message_id is null and a.removed_at is null
      and ${isComplete}`;

const find = {
  name: 'visible-attachments-find',
  text: `select ${attachmentColumns}, a.position, a.conversation_id as "conversationId", c.created_by as "conversationCreatedBy"
    from attachments a
    left join conversation_members m on m.organization_id = $1 and m.conversation_id = a.conversation_id and m.contact_id = $2
    left join conversations c on c.organization_id = $1 and c.id = m.conversation_id and c.deleted_at is null
    where a.organization_id = $1 and a.id = $3 and (c.id is not null or (${isUnattached}))`,
};

/** The attachment, if the contact may see it. */
export async function findVisibleAttachment(
  db: Db,
  { organizationId, contactId }: Viewer,
  id: string,
): Promise<VisibleAttachment | undefined> {
  const values = [organizationId, contactId, id];
  const [row] = await runStatement<VisibleAttachment>(db, find, values);
  return row;
}

/** A page of a list: positions are exclusive; with `after` the oldest come first. */
type Page = { limit: number; before: number | undefined; after: number | undefined };

const ways = {
  older: { comparison: '<', direction: 'desc' },
  newer: { comparison: '>', direction: 'asc' },
} as const;

/** Limits each source to the page size before merging, so that no source is read further than needed. */
function listing(way: keyof typeof ways, isOfOne: boolean): Statement {
  const { comparison, direction } = ways[way];
  const page = `and a.position ${comparison} $3 order by a.position ${direction} limit $4`;
  const columns = `${attachmentColumns}, a.position`;
  const attached = `select x.* from conversation_members m
    cross join lateral (
      select ${columns} from attachments a
      where a.organization_id = $1 and a.conversation_id = m.conversation_id ${page}) x
    where m.organization_id = $1 and m.contact_id = $2`;
  const text = isOfOne
    ? `${attached} and m.conversation_id = $5`
    : `${attached} union all (select ${columns} from attachments a where ${isUnattached} ${page})`;
  return {
    name: `visible-attachments-${way}${isOfOne ? '-of-one' : ''}`,
    text: `select * from (${text}) found order by position ${direction} limit $4`,
  };
}

const statements = {
  older: { all: listing('older', false), one: listing('older', true) },
  newer: { all: listing('newer', false), one: listing('newer', true) },
};

const newest = '9223372036854775807';

/** The attachments that the contact may see, of one conversation or of all. */
export function listVisibleAttachments(
  db: Db,
  { organizationId, contactId }: Viewer,
  { limit, before, after }: Page,
  conversationId?: string,
): Promise<StoredAttachment[]> {
  const { all, one } = statements[after === undefined ? 'older' : 'newer'];
  const values = [organizationId, contactId, after ?? before ?? newest, limit];
  return conversationId === undefined
    ? runStatement<StoredAttachment>(db, all, values)
    : runStatement<StoredAttachment>(db, one, [...values, conversationId]);
}
