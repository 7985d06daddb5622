import type { Tx } from '../../db/connect.ts';
import { lockNoticeHead, moveNoticeHead } from '../../db/tables/notices/notice-heads.ts';
import type { EndingAccess } from '../../db/views/notices/noticed-access.ts';
import { dueReminder } from '../../domain/access/reminders.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { detailsOf, listConsumers } from './notice-access.ts';
import { noticeIdOf } from './notice-id.ts';
import { storeNotices } from './store-notices.ts';
import type { DraftNotice } from './to-notice.ts';

/** Days before the end of an access on which its consumers get a notice. */
const noticeDays = [30, 7, 1];

/** The first of these days, for queries. */
export const firstNoticeDays = Math.max(...noticeDays);

/** Tells the consumers of these accesses of one organization of the end, once for each of the days before it. */
export async function noticeEndingAccess(
  tx: Tx,
  organizationId: OrganizationId,
  accesses: readonly EndingAccess[],
  { now, today }: { now: Date; today: string },
): Promise<void> {
  const head = await lockNoticeHead(tx, organizationId, { wait: true });
  if (!head) return;
  const drafts: Omit<DraftNotice, 'seq'>[] = [];
  for (const access of accesses) {
    const before = dueReminder(noticeDays.join(','), access.endOn, today);
    if (before === undefined) continue;
    drafts.push({
      id: noticeIdOf(`${access.id} ends ${access.endOn} ${before}`),
      kind: 'access-ends-soon',
      subjectKind: 'access',
      subjectId: access.id,
      principal: 'system',
      details: detailsOf(access),
      at: now,
      candidates: await listConsumers(tx, organizationId, access),
    });
  }
  const position = await storeNotices(tx, organizationId, head.position, drafts);
  await moveNoticeHead(tx, organizationId, { cursorSeq: head.cursorSeq, position });
}
