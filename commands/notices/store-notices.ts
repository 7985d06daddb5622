import type { Tx } from '../../db/connect.ts';
import { insertNotice } from '../../db/tables/notices/notices.ts';
import { findPeopleOfKeys } from '../../db/views/notices/noticed-events.ts';
import { toRecipients } from '../../domain/notices/notice.ts';
import { personReader } from '../../domain/notices/reader.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import type { DraftNotice } from './to-notice.ts';

/**
 * Stores the notices after a position, in their order, for everyone but the person or key that did it; returns the last position.
 * The caller holds the lock of the head.
 */
export async function storeNotices(
  tx: Tx,
  organizationId: OrganizationId,
  position: number,
  drafts: readonly Omit<DraftNotice, 'seq'>[],
): Promise<number> {
  const wanted = drafts.filter(({ candidates }) => candidates.length > 0);
  if (wanted.length === 0) return position;
  const principals = [...new Set(wanted.map(({ principal }) => principal))];
  const people = await findPeopleOfKeys(tx, organizationId, principals);
  let last = position;
  for (const { candidates, ...notice } of wanted) {
    const email = people.get(notice.principal);
    const actors = [notice.principal, ...(email === undefined ? [] : [personReader(email)])];
    const recipients = toRecipients(candidates, actors);
    if (recipients.length === 0) continue;
    last += 1;
    await insertNotice(tx, organizationId, last, { ...notice, recipients });
  }
  return last;
}
