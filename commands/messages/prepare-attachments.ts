import type { Tx } from '../../db/connect.ts';
import { findAttachments } from '../../db/tables/messaging/attachments.ts';
import { refuse } from '../../domain/errors.ts';
import { differingMember } from '../../domain/messaging/attachments/attachment.ts';
import type { StoredAttachment } from '../../domain/messaging/attachments/attachment.ts';
import { readAttachmentRequests } from '../../domain/messaging/attachments/attachment-request.ts';
import type {
  LinkedFile,
  NamedAttachment,
} from '../../domain/messaging/attachments/attachment-request.ts';
import type { Caller } from '../../domain/messaging/caller.ts';

/** The planned attachments of a message in order: existing attachments, and links to files elsewhere. */
export type AttachmentPlan = readonly (StoredAttachment | LinkedFile)[];

/**
 * Resolves the `attachments` of a body in a transaction of `transactMessaging`. Uploaded attachments must belong to the caller
 * and be complete. Refuses with `invalid_body`, and with `already_attached` if an attachment belongs to another message than
 * `messageId`.
 */
export async function prepareAttachments(
  tx: Tx,
  { organizationId, contact }: Caller,
  requested: unknown,
  messageId?: string,
): Promise<AttachmentPlan> {
  const requests = readAttachmentRequests(requested);
  const ids = requests.flatMap((each) => ('id' in each ? [each.id] : []));
  const found = ids.length > 0 ? await findAttachments(tx, organizationId, ids) : [];
  const byId = new Map(found.map((each) => [each.id, each]));
  return requests.map((each) => {
    if (!('id' in each)) return each;
    const stored = byId.get(each.id);
    assertUsable(stored, each.id, { contact, messageId });
    assertAsAnswered(stored, each);
    return stored;
  });
}

function assertUsable(
  stored: StoredAttachment | undefined,
  id: string,
  { contact, messageId }: Pick<Caller, 'contact'> & { messageId: string | undefined },
): asserts stored {
  if (stored && stored.messageId !== null && stored.messageId === messageId) return;
  if (!stored || stored.contactId !== contact.id) {
    return refuse('invalid_body', `You have no attachment '${id}'; upload it first.`);
  }
  if (stored.messageId === null) return;
  refuse(
    'already_attached',
    `The attachment '${id}' already belongs to another message; upload the file again.`,
  );
}

/** Members sent beside an id have no effect, so a difference is refused instead of being ignored silently. */
function assertAsAnswered(stored: StoredAttachment, { field, said }: NamedAttachment): void {
  const member = differingMember(stored, said);
  if (member === undefined) return;
  refuse(
    'invalid_body',
    `${field}.${member.slice(0, 60).toWellFormed()} differs from the attachment '${stored.id}'; rename it with PUT /v1/attachments/:id, other members cannot be changed.`,
  );
}
