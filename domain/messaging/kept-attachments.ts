import { isObject } from '../../lib/json.ts';
import type { AttachmentObject } from './attachment.ts';

/**
 * The attachments that a message shall carry, where those that it carries already are named by their ids: what is given
 * without an id and has the address of one is that one, and not removed and made anew.
 */
export function keepAttachments(
  wish: readonly unknown[],
  carried: readonly Pick<AttachmentObject, 'id' | 'file_url'>[],
): unknown[] {
  const named = new Set(wish.map((item) => (isObject(item) ? item.id : item)));
  const left = carried.filter(({ id }) => !named.has(id));
  return wish.map((item) => {
    if (!isObject(item) || item.id !== undefined) return item;
    const at = left.findIndex(({ file_url }) => file_url === item.file_url);
    // Each is kept once: an address that is given twice is carried twice.
    return at === -1 ? item : { id: left.splice(at, 1)[0]?.id };
  });
}
