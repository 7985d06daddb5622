import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import type { DeliveryLine } from './deliveries.ts';
import type { WebhookKey } from './webhooks.ts';

type Subject = Omit<DeliveryLine, 'webhook'>;

const request = {
  name: 'webhook-lines-request',
  text: `insert into webhook_lines as l (organization_id, webhook_id, subject_kind, subject_id, due_at)
    select $1, $2, n.kind, n.id, $5 from unnest($3::text[], $4::text[]) as n(kind, id) order by n.kind, n.id
    on conflict (organization_id, webhook_id, subject_kind, subject_id)
    do update set due_at = case when $6 then least(l.due_at, excluded.due_at) else l.due_at end`,
};

/**
 * Records that lines of a webhook have waiting deliveries. A waiting line keeps its due time, unless `hasten`
 * is set, but is locked: a sender that is leaving it sees the caller's deliveries. Lock order: a sender's
 * running work, the webhook, lines, then deliveries and queued work, in either order, because both are only
 * locked together under the line of the delivery.
 */
export async function requestLines(
  tx: Tx,
  { organizationId, id }: WebhookKey,
  lines: readonly Subject[],
  { dueAt, hasten }: { dueAt: Date; hasten: boolean },
): Promise<void> {
  const kinds = lines.map(({ subjectKind }) => subjectKind);
  const ids = lines.map(({ subjectId }) => subjectId);
  await runStatement(tx, request, [organizationId, id, kinds, ids, dueAt, hasten]);
}

/** A sender's search for lines; a paused or disabled webhook has only the line of its tests. */
export type LineSearch = { workId: string; testsOnly: boolean; now: Date };

const isFree = (line: string): string => `(${line}.sender is null or ${line}.sender = $3
      or not exists (select 1 from work w where w.id = ${line}.sender and w.state = 'RUNNING'))`;

const isWanted = `c.organization_id = $1 and c.webhook_id = $2 and (not $4 or c.subject_kind = 'webhook')`;

const take = {
  name: 'webhook-lines-take',
  text: `with next as materialized (
      select c.subject_kind, c.subject_id from webhook_lines c
      where ${isWanted} and c.due_at <= $5 and ${isFree('c')}
      order by c.due_at limit 1 for update skip locked)
    update webhook_lines l set sender = $3 from next
    where l.organization_id = $1 and l.webhook_id = $2 and l.subject_kind = next.subject_kind
      and l.subject_id = next.subject_id
    returning l.subject_kind as "subjectKind", l.subject_id as "subjectId"`,
};

/** Makes the work the sender of the line that has been due for longest; skips locked lines. */
export async function takeLine(
  tx: Tx,
  webhook: WebhookKey,
  search: LineSearch,
): Promise<DeliveryLine | undefined> {
  const { workId, testsOnly, now } = search;
  const values = [webhook.organizationId, webhook.id, workId, testsOnly, now];
  const [row] = await runStatement<Subject>(tx, take, values);
  return row && { webhook, ...row };
}

const lock = {
  name: 'webhook-lines-lock',
  text: `select 1 from webhook_lines where organization_id = $1 and webhook_id = $2 and subject_kind = $3 and subject_id = $4
    for update`,
};

const lineValues = ({ webhook, subjectKind, subjectId }: DeliveryLine): unknown[] => [
  webhook.organizationId,
  webhook.id,
  subjectKind,
  subjectId,
];

/**
 * Locks a line: deliveries stored by others are either committed and visible to the next statement, or request
 * the line again later.
 */
export async function lockLine(tx: Tx, line: DeliveryLine): Promise<void> {
  await runStatement(tx, lock, lineValues(line));
}

const leave = {
  name: 'webhook-lines-leave',
  text: `update webhook_lines l set sender = null, due_at = greatest(h.next_attempt_at, $5::timestamptz) from (
      select d.next_attempt_at from webhook_deliveries d
      where d.organization_id = $1 and d.webhook_id = $2 and d.subject_kind = $3 and d.subject_id = $4 and d.status = 'pending'
      order by d.event_seq nulls first, d.id limit 1) h
    where l.organization_id = $1 and l.webhook_id = $2 and l.subject_kind = $3 and l.subject_id = $4
    returning l.due_at as "dueAt"`,
};

const remove = {
  name: 'webhook-lines-delete',
  text: `delete from webhook_lines where organization_id = $1 and webhook_id = $2 and subject_kind = $3 and subject_id = $4`,
};

/**
 * Leaves a line locked by the caller until its first delivery is due, but not before the given time; a line
 * without deliveries is deleted. Returns the due time.
 */
export async function leaveLine(
  tx: Tx,
  line: DeliveryLine,
  notBefore?: Date,
): Promise<Date | undefined> {
  const values = [...lineValues(line), notBefore ?? null];
  const [row] = await runStatement<{ dueAt: Date }>(tx, leave, values);
  if (!row) await runStatement(tx, remove, lineValues(line));
  return row?.dueAt;
}

const countDue = {
  name: 'webhook-lines-count-due',
  text: `select count(*)::int as count from (
      select 1 from webhook_lines c where ${isWanted} and c.due_at <= $5 and ${isFree('c')} limit $6) due`,
};

/** Number of due lines without another running sender, up to `limit`. */
export async function countDueLines(
  db: Db,
  { organizationId, id }: WebhookKey,
  { workId, testsOnly, now }: LineSearch,
  limit: number,
): Promise<number> {
  const values = [organizationId, id, workId, testsOnly, now, limit];
  const [row] = await runStatement<{ count: number }>(db, countDue, values);
  return row?.count ?? 0;
}

const findNext = {
  name: 'webhook-lines-next',
  text: `select c.due_at as "dueAt" from webhook_lines c where ${isWanted} and c.due_at > $5 and ${isFree('c')}
    order by c.due_at limit 1`,
};

/** Time at which the next line becomes due; undefined when none waits. */
export async function findNextLineDue(
  db: Db,
  { organizationId, id }: WebhookKey,
  { workId, testsOnly, now }: LineSearch,
): Promise<Date | undefined> {
  const values = [organizationId, id, workId, testsOnly, now];
  const [row] = await runStatement<{ dueAt: Date }>(db, findNext, values);
  return row?.dueAt;
}

const listRunning = {
  name: 'webhook-senders-running',
  text: `select id, key from work where lease_until is not null and state = 'RUNNING' and kind = 'webhooks'
    and organization_id = $1 and subject_id = $2`,
};

/** Work that is sending for a webhook, or about to. */
export function listRunningSenders(
  db: Db,
  { organizationId, id }: WebhookKey,
): Promise<{ id: string; key: string }[]> {
  return runStatement(db, listRunning, [organizationId, id]);
}
