import type { Database, Tx } from '../../db/connect.ts';
import { deleteFollowsOf } from '../../db/tables/notices/follows.ts';
import {
  listOrganizationsBehind,
  lockNoticeHead,
  moveNoticeHead,
} from '../../db/tables/notices/notice-heads.ts';
import { deleteDecidedProposals, deleteDecidedRequests } from '../../db/tables/notices/notices.ts';
import { transact } from '../../db/transact.ts';
import { listNoticedEvents } from '../../db/views/notices/noticed-events.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { listDecided, noticeAccess } from './notice-access.ts';
import { noticeChanges } from './notice-changes.ts';
import { noticeConcepts } from './notice-concepts.ts';
import { noticeFailedTests } from './notice-failed-tests.ts';
import { listDecidedProposals, noticeProposals } from './notice-proposals.ts';
import { storeNotices } from './store-notices.ts';

const eventBatch = 500;

/**
 * Makes the notices of the events after the position that the organization has reached. Safe for concurrent callers: each
 * organization is locked, and its notices and its new position are one transaction. Returns true if there may be more. A failure
 * of one organization does not delay the others; the first error is thrown at the end.
 */
export async function makeNotices(database: Database): Promise<boolean> {
  let hasMore = false;
  const failures: unknown[] = [];
  for (const organizationId of await listOrganizationsBehind(database.knex)) {
    try {
      hasMore =
        (await transact(database, (tx) => makeForOrganization(tx, organizationId))) || hasMore;
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return hasMore;
}

async function makeForOrganization(tx: Tx, organizationId: OrganizationId): Promise<boolean> {
  const head = await lockNoticeHead(tx, organizationId, { wait: false });
  if (!head) return false;
  const page = { afterSeq: head.cursorSeq, limit: eventBatch };
  const events = await listNoticedEvents(tx, organizationId, page);
  const last = events.at(-1);
  if (!last) return false;
  const drafts = [
    ...(await noticeChanges(tx, organizationId, events)),
    ...(await noticeConcepts(tx, organizationId, events)),
    ...(await noticeFailedTests(tx, organizationId, events)),
    ...(await noticeAccess(tx, organizationId, events)),
    ...(await noticeProposals(tx, organizationId, events)),
  ].sort((one, other) => one.seq - other.seq);
  await deleteDecidedRequests(tx, organizationId, listDecided(events));
  await deleteDecidedProposals(tx, organizationId, listDecidedProposals(events));
  const position = await storeNotices(tx, organizationId, head.position, drafts);
  for (const { kind, subjectKind, subjectId, at, candidates } of drafts) {
    if (kind !== 'document-deleted' || candidates.length === 0) continue;
    await deleteFollowsOf(tx, organizationId, { kind: subjectKind, id: subjectId }, at);
  }
  await moveNoticeHead(tx, organizationId, { cursorSeq: last.seq, position });
  return events.length === eventBatch;
}
