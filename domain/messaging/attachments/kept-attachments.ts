import { isObject } from '../../../lib/json/json.ts';
import type { AttachmentObject } from './attachment.ts';

/**
 * Replaces requested attachments by the ids of the message's current ones where they match: an attachment sent
 * without an id but with the address of a current one is kept, instead of being removed and created again.
 */
export function keepAttachments(
  requested: readonly unknown[],
  carried: readonly Pick<AttachmentObject, 'id' | 'file_url'>[],
): unknown[] {
  const named = new Set(requested.map((item) => (isObject(item) ? item.id : item)));
  const left = carried.filter(({ id }) => !named.has(id));
  return requested.map((item) => {
    if (!isObject(item) || item.id !== undefined) return item;
    const at = left.findIndex(({ file_url }) => file_url === item.file_url);
    // Each current attachment is kept once: an address that is sent twice is attached twice.
    return at === -1 ? item : { id: left.splice(at, 1)[0]?.id };
  });
}
