import type {
  AddressedNotice,
  NoticeDetails,
  NoticeKind,
  NoticeReason,
} from '../../../domain/notices/notice.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import type { ReaderKey } from './saved-searches.ts';

const insert = {
  name: 'notices-insert',
  text: `insert into notices (organization_id, position, id, kind, subject_kind, subject_id, principal, details, at, recipient, reason)
    select $1, $2, $3, $4, $5, $6, $7, $8, $9, r.recipient, r.reason
    from unnest($10::text[], $11::text[]) as r(recipient, reason)
    on conflict (organization_id, recipient, id) do nothing`,
};

/** Stores a notice for each of its recipients that does not have it yet. */
export async function insertNotice(
  tx: Tx,
  organizationId: OrganizationId,
  position: number,
  notice: AddressedNotice,
): Promise<void> {
  const { id, kind, subjectKind, subjectId, principal, details, at, recipients } = notice;
  await runStatement(tx, insert, [
    organizationId,
    position,
    id,
    kind,
    subjectKind,
    subjectId,
    principal,
    JSON.stringify(details),
    at,
    recipients.map(({ recipient }) => recipient),
    recipients.map(({ reason }) => reason),
  ]);
}

const removeRequests = {
  name: 'notices-delete-requests',
  text: `delete from notices
    where organization_id = $1 and kind in ('access-requested', 'access-request-changed') and subject_id = any($2)`,
};

/** Deletes the notices of requests that were decided: they no longer wait. */
export async function deleteDecidedRequests(
  tx: Tx,
  organizationId: OrganizationId,
  accessIds: readonly string[],
): Promise<void> {
  if (accessIds.length === 0) return;
  await runStatement(tx, removeRequests, [organizationId, accessIds]);
}

const removeProposals = {
  name: 'notices-delete-proposals',
  text: `delete from notices
    where organization_id = $1 and kind = 'change-proposed' and subject_id = any($2)`,
};

/** Deletes the notices of proposed changes that were decided. */
export async function deleteDecidedProposals(
  tx: Tx,
  organizationId: OrganizationId,
  changeRequestIds: readonly string[],
): Promise<void> {
  if (changeRequestIds.length === 0) return;
  await runStatement(tx, removeProposals, [organizationId, changeRequestIds]);
}

/** The notices of a reader: addressed to one of the recipients, and not caused by the reader itself. */
export type NoticesOf = ReaderKey & { recipients: readonly string[]; principal: string };

/** A notice as its reader sees it. */
export type ReadNotice = {
  id: string;
  position: number;
  kind: NoticeKind;
  reason: NoticeReason;
  subjectKind: string;
  subjectId: string;
  principal: string;
  details: NoticeDetails;
  at: Date;
  isRead: boolean;
};

const own = `n.organization_id = $1 and n.recipient = any($2) and n.principal <> $3`;
const isRead = `(n.position <= coalesce(
    (select read_to from notice_readers where organization_id = $1 and reader = $4), 0)
  or exists (select 1 from notice_reads r
    where r.organization_id = $1 and r.reader = $4 and r.position = n.position))`;

const valuesOf = ({ organizationId, recipients, principal, reader }: NoticesOf): unknown[] => [
  organizationId,
  recipients,
  principal,
  reader,
];

// Reads at most one page for each recipient, the newest notices first.
const list = {
  name: 'notices-list',
  text: `select distinct on (n.position) n.id, n.position, n.kind, n.reason, n.subject_kind as "subjectKind",
      n.subject_id as "subjectId", n.principal, n.details, n.at, ${isRead} as "isRead"
    from unnest($2::text[]) as mine(recipient) cross join lateral (
      select n.* from notices n
      where n.organization_id = $1 and n.recipient = mine.recipient and n.principal <> $3
        and ($5::bigint is null or n.position < $5) and (not $6 or not ${isRead})
      order by n.position desc limit $7) n
    order by n.position desc, n.recipient limit $7`,
};

/** A page of a reader's notices, newest first. */
export async function listNotices(
  db: Db,
  of: NoticesOf,
  page: { before: number | undefined; unreadOnly: boolean; limit: number },
): Promise<ReadNotice[]> {
  const values = [...valuesOf(of), page.before, page.unreadOnly, page.limit];
  const rows = await runStatement<ReadNotice & { details: string }>(db, list, values);
  return rows.map((row) => ({ ...row, details: JSON.parse(row.details) as NoticeDetails }));
}

const countUnread = {
  name: 'notices-count-unread',
  text: `select count(*)::int as count from (
      select distinct n.position from notices n where ${own} and not ${isRead} limit $5) u`,
};

/** Number of unread notices, at most `max`. */
export async function countUnreadNotices(db: Db, of: NoticesOf, max: number): Promise<number> {
  const [row] = await runStatement<{ count: number }>(db, countUnread, [...valuesOf(of), max]);
  return row?.count ?? 0;
}

const findPositions = {
  name: 'notices-find-positions',
  text: `select distinct n.position from notices n where ${own} and $4::text is not null and n.id = any($5)`,
};

/** Positions of these notices of a reader; unknown ids have none. */
export async function findNoticePositions(
  db: Db,
  of: NoticesOf,
  ids: readonly string[],
): Promise<number[]> {
  const rows = await runStatement<{ position: number }>(db, findPositions, [...valuesOf(of), ids]);
  return rows.map(({ position }) => position);
}
