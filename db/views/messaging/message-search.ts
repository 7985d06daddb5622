import type { OrganizationId } from '../../../domain/principal.ts';
import { casePattern } from '../../fragments/case-pattern.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** Messages that one request reads; the next request continues behind them. */
export const maxScannedMessages = 5_000;

const search = {
  name: 'message-search',
  text: `with scanned as materialized (
      select m.id, m.position, m.created_at, m.message ~ $4 as is_hit from messages m
      where m.organization_id = $1 and m.conversation_id = $2 and m.position < $3
      order by m.position desc limit ${maxScannedMessages}),
    hits as (select * from scanned where is_hit order by position desc limit $5)
    select array(select id from hits order by position desc) as ids,
      (select min(position) from hits) as "lastHit",
      (select count(*)::int from scanned) as "scannedCount",
      (select min(position) from scanned) as "lastScanned",
      (select min(created_at) from scanned) as "scannedSince"`,
};

/** A part of a search through a conversation, from newer to older messages. */
export type FoundMessages = {
  /** Newest first. */
  ids: string[];
  /** The next part is before this position; undefined at the end. */
  next: number | undefined;
  /** Time of the oldest message that was read; null without messages. */
  scannedSince: Date | null;
};

type Row = {
  ids: string[];
  lastHit: number | null;
  scannedCount: number;
  lastScanned: number | null;
  scannedSince: Date | null;
};

/** Finds messages of a conversation that contain a text, whatever its case; membership is checked by the caller. */
export async function searchMessages(
  db: Db,
  conversation: { organizationId: OrganizationId; conversationId: string },
  { text, before, limit }: { text: string; before: number | undefined; limit: number },
): Promise<FoundMessages> {
  const { organizationId, conversationId } = conversation;
  const from = before ?? Number.MAX_SAFE_INTEGER;
  const values = [organizationId, conversationId, from, casePattern(text), limit];
  const [row] = await runStatement<Row>(db, search, values);
  if (!row) return { ids: [], next: undefined, scannedSince: null };
  const { ids, lastHit, scannedCount, lastScanned, scannedSince } = row;
  const isCut = scannedCount === maxScannedMessages;
  const next = ids.length === limit ? lastHit : isCut ? lastScanned : null;
  return { ids, next: next ?? undefined, scannedSince };
}
