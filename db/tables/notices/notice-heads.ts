import { asOrganizationId } from '../../../domain/principal.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** How far notices were made of the feed, and the last position of a notice. */
export type NoticeHead = { cursorSeq: number; position: number };

const listBehind = {
  name: 'notice-heads-list-behind',
  text: `select o.id from organizations o left join notice_heads h on h.organization_id = o.id
    where exists (select 1 from events e where e.organization_id = o.id and e.seq > coalesce(h.cursor_seq, 0))
    order by o.id`,
};

/** Organizations with events that no notices were made of yet. */
export async function listOrganizationsBehind(db: Db): Promise<OrganizationId[]> {
  const rows = await runStatement<{ id: string }>(db, listBehind, []);
  return rows.map(({ id }) => asOrganizationId(id));
}

const create = {
  name: 'notice-heads-create',
  text: `insert into notice_heads (organization_id, cursor_seq, position) values ($1, 0, 0) on conflict do nothing`,
};

const columns = `select cursor_seq as "cursorSeq", position from notice_heads where organization_id = $1`;
const lock = { name: 'notice-heads-lock', text: `${columns} for update` };
const lockIfFree = { name: 'notice-heads-lock-if-free', text: `${columns} for update skip locked` };

/**
 * Locks the notices of the organization until the end of the transaction: they get their positions in the order of the commits.
 * Undefined if another transaction holds the lock and `wait` is false.
 */
export async function lockNoticeHead(
  tx: Tx,
  organizationId: OrganizationId,
  { wait }: { wait: boolean },
): Promise<NoticeHead | undefined> {
  await runStatement(tx, create, [organizationId]);
  const [head] = await runStatement<NoticeHead>(tx, wait ? lock : lockIfFree, [organizationId]);
  return head;
}

const move = {
  name: 'notice-heads-move',
  text: `update notice_heads set cursor_seq = $2, position = $3 where organization_id = $1`,
};

/** Stores how far notices were made. */
export async function moveNoticeHead(
  tx: Tx,
  organizationId: OrganizationId,
  { cursorSeq, position }: NoticeHead,
): Promise<void> {
  await runStatement(tx, move, [organizationId, cursorSeq, position]);
}
