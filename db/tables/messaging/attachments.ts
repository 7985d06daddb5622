import type { StoredAttachment } from '../../../domain/messaging/attachments/attachment.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** Names one attachment. */
export type AttachmentKey = { organizationId: OrganizationId; id: string };

/** Columns of `StoredAttachment`, of the table `a`. */
export const attachmentColumns = `a.id, a.contact_id as "contactId", a.message_id as "messageId", a.filename,
      a.file_url as "fileUrl", a.file_type as "fileType", a.file_size as "fileSize", a.storage_key as "storageKey",
      a.created_at as "createdAt"`;

const listOf = {
  name: 'attachments-list-of',
  text: `select ${attachmentColumns} from attachments a
    where a.organization_id = $1 and a.message_id = any($2) order by a.message_id, a.place`,
};

/** The attachments of these messages by message id, each in the order of its message. */
export async function listAttachmentsOf(
  db: Db,
  organizationId: OrganizationId,
  messageIds: readonly string[],
): Promise<Map<string, StoredAttachment[]>> {
  const rows = await runStatement<StoredAttachment>(db, listOf, [organizationId, messageIds]);
  const byMessage = new Map<string, StoredAttachment[]>();
  for (const row of rows) {
    const messageId = row.messageId ?? '';
    const others = byMessage.get(messageId);
    if (others) others.push(row);
    else byMessage.set(messageId, [row]);
  }
  return byMessage;
}

const find = {
  name: 'attachments-find',
  text: `select ${attachmentColumns} from attachments a
    where a.organization_id = $1 and a.id = any($2) and a.removed_at is null
      and (a.storage_key is null or a.stored_at is not null)`,
};

/** The existing, completely uploaded attachments among these. */
export function findAttachments(
  db: Db,
  organizationId: OrganizationId,
  ids: readonly string[],
): Promise<StoredAttachment[]> {
  return runStatement<StoredAttachment>(db, find, [organizationId, ids]);
}

/** Position of an attachment in lists, and the message and conversation that carry it. */
export type AttachmentLocation = {
  position: number;
  conversationId: string | null;
  place: number | null;
};

/** Stores an attachment; with a storage key it stays invisible until `finishUpload`. */
export async function insertAttachment(
  tx: Tx,
  organizationId: OrganizationId,
  attachment: StoredAttachment,
  { position, conversationId, place }: AttachmentLocation,
): Promise<void> {
  await tx('attachments').insert({
    organization_id: organizationId,
    id: attachment.id,
    position,
    contact_id: attachment.contactId,
    message_id: attachment.messageId,
    conversation_id: conversationId,
    place,
    filename: attachment.filename,
    file_url: attachment.fileUrl,
    file_type: attachment.fileType,
    file_size: attachment.fileSize,
    storage_key: attachment.storageKey,
    created_at: attachment.createdAt,
  });
}

const finish = {
  name: 'attachments-finish',
  text: `update attachments set stored_at = $3, position = $4, file_type = $5, file_size = $6, filename = $7
    where organization_id = $1 and id = $2 and stored_at is null and removed_at is null returning id`,
};

/** Records that the file is stored; false when its upload was given up meanwhile. */
export async function finishUpload(
  tx: Tx,
  { organizationId, id }: AttachmentKey,
  done: { now: Date; position: number; filename: string; fileType: string; fileSize: number },
): Promise<boolean> {
  const { now, position, filename, fileType, fileSize } = done;
  const values = [organizationId, id, now, position, fileType, fileSize, filename];
  return (await runStatement(tx, finish, values)).length === 1;
}

const sum = {
  name: 'attachments-sum-stored',
  text: `select coalesce(sum(s.bytes), 0)::bigint as bytes
    from (select conversation_id, sum(file_size) as bytes from attachments
      where organization_id = $1 and contact_id = $2 and stored_at is not null and removed_at is null
      group by conversation_id) s
    where s.conversation_id is null or exists (
      select from conversation_members m
      join conversations c on c.organization_id = m.organization_id and c.id = m.conversation_id
      where m.organization_id = $1 and m.conversation_id = s.conversation_id and m.contact_id = $2 and c.deleted_at is null)`,
};

/**
 * Total bytes of the files that the contact has uploaded and can delete, without files in conversations that it
 * has left.
 */
export async function sumStoredBytes(
  db: Db,
  organizationId: OrganizationId,
  contactId: string,
): Promise<number> {
  const [row] = await runStatement<{ bytes: number }>(db, sum, [organizationId, contactId]);
  if (!row) throw new Error('the sum query returned no row');
  return row.bytes;
}

const placeAll = {
  name: 'attachments-place',
  text: `update attachments a set message_id = $2, conversation_id = $3, place = p.place
    from unnest($4::text[], $5::int[]) p(id, place)
    where a.organization_id = $1 and a.id = p.id and a.removed_at is null`,
};

/** Attaches these attachments to a message, at these positions. */
export async function attachToMessage(
  tx: Tx,
  organizationId: OrganizationId,
  message: { id: string; conversationId: string },
  places: ReadonlyMap<string, number>,
): Promise<void> {
  const ids = [...places.keys()];
  const values = [organizationId, message.id, message.conversationId, ids, [...places.values()]];
  await runStatement(tx, placeAll, values);
}

const rename = {
  name: 'attachments-rename',
  text: `update attachments set filename = $3 where organization_id = $1 and id = $2 and removed_at is null`,
};

/** Renames an attachment. */
export async function renameAttachment(
  tx: Tx,
  { organizationId, id }: AttachmentKey,
  filename: string,
): Promise<void> {
  await runStatement(tx, rename, [organizationId, id, filename]);
}

const remove = {
  name: 'attachments-remove',
  text: `update attachments set removed_at = $3, message_id = null, conversation_id = null, place = null
    where organization_id = $1 and id = any($2) and removed_at is null`,
};

/** Hides attachments and detaches them from their messages; a job deletes their files and then their rows. */
export async function markAttachmentsRemoved(
  tx: Tx,
  organizationId: OrganizationId,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  await runStatement(tx, remove, [organizationId, ids, now]);
}

const giveUp = {
  name: 'attachments-give-up',
  text: `update attachments set removed_at = coalesce(removed_at, $3), stored_at = coalesce(stored_at, $3)
    where organization_id = $1 and id = $2 returning id`,
};

/**
 * Marks an upload as given up; a job deletes the partial file. False when the row and its job are already
 * deleted.
 */
export async function markUploadGivenUp(
  tx: Tx,
  { organizationId, id }: AttachmentKey,
  now: Date,
): Promise<boolean> {
  return (await runStatement(tx, giveUp, [organizationId, id, now])).length === 1;
}

const removeUnattached = {
  name: 'attachments-remove-unattached',
  text: `update attachments set removed_at = $3
    where organization_id = $1 and contact_id = $2 and message_id is null and removed_at is null`,
};

/** Marks all unattached uploads of a contact as removed. */
export async function markUnattachedRemoved(
  tx: Tx,
  organizationId: OrganizationId,
  contactId: string,
  now: Date,
): Promise<void> {
  await runStatement(tx, removeUnattached, [organizationId, contactId, now]);
}
