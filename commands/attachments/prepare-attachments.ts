import type { Tx } from '../../db/connect.ts';
import { findAttachments } from '../../db/tables/attachments.ts';
import { refuse } from '../../domain/errors.ts';
import { differingMember } from '../../domain/messaging/attachment.ts';
import type { StoredAttachment } from '../../domain/messaging/attachment.ts';
import { readAttachmentWishes } from '../../domain/messaging/attachment-wish.ts';
import type { LinkedFile, NamedAttachment } from '../../domain/messaging/attachment-wish.ts';
import type { Caller } from '../../domain/messaging/caller.ts';

/** What a message shall carry, in order: attachments that there are, and files that lie elsewhere. */
export type AttachmentPlan = readonly (StoredAttachment | LinkedFile)[];

/**
 * What the `attachments` of a body ask for, looked up in a transaction of `transactMessaging`. Uploaded ones must be the
 * caller's and complete; else, and for what is no list of attachments, it refuses with `invalid_body`. It refuses with
 * `already_attached` one that is on another message than `messageId`.
 */
export async function prepareAttachments(
  tx: Tx,
  { organizationId, contact }: Caller,
  wish: unknown,
  messageId?: string,
): Promise<AttachmentPlan> {
  const wishes = readAttachmentWishes(wish);
  const ids = wishes.flatMap((each) => ('id' in each ? [each.id] : []));
  const found = ids.length > 0 ? await findAttachments(tx, organizationId, ids) : [];
  const byId = new Map(found.map((each) => [each.id, each]));
  return wishes.map((each) => {
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
  refuse('already_attached', `The attachment '${id}' is on another message already.`);
}

/** What is sent beside an id changes nothing: one that it should change would be lost without a word. */
function assertAsAnswered(stored: StoredAttachment, { field, said }: NamedAttachment): void {
  const member = differingMember(stored, said);
  if (member === undefined) return;
  refuse(
    'invalid_body',
    `${field}.${member.slice(0, 60).toWellFormed()} is not as the attachment '${stored.id}' has it; PUT /v1/attachments/:id renames it, the rest stays.`,
  );
}
