import type { OrganizationId } from '../../../domain/principal.ts';
import type { Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** Identifies the reactions of one contact to one message. */
export type ReactionsKey = { organizationId: OrganizationId; messageId: string; contactId: string };

const insert = {
  name: 'message-reactions-insert',
  text: `insert into message_reactions (organization_id, message_id, contact_id, name)
    select $1, $2, $3, i.name from unnest($4::text[]) with ordinality i(name, n) order by i.n
    on conflict do nothing returning name`,
};

/** Adds reactions of the contact, in this order; returns how many are new. */
export async function insertReactions(
  tx: Tx,
  { organizationId, messageId, contactId }: ReactionsKey,
  names: readonly string[],
): Promise<number> {
  const values = [organizationId, messageId, contactId, names];
  return (await runStatement(tx, insert, values)).length;
}

const remove = {
  name: 'message-reactions-delete',
  text: `delete from message_reactions
    where organization_id = $1 and message_id = $2 and contact_id = $3 and ($4::text[] is null or name = any($4))
    returning name`,
};

/** Removes reactions of the contact, all when no names are given; returns their number. */
export async function deleteReactions(
  tx: Tx,
  { organizationId, messageId, contactId }: ReactionsKey,
  names: readonly string[] | undefined,
): Promise<number> {
  const values = [organizationId, messageId, contactId, names];
  return (await runStatement(tx, remove, values)).length;
}

const count = {
  name: 'message-reactions-count',
  text: `select count(*) filter (where contact_id = $3)::int as own, count(distinct name)::int as names
    from message_reactions where organization_id = $1 and message_id = $2`,
};

/** Number of reactions of the contact to the message, and number of different reactions of all contacts. */
export async function countReactions(
  tx: Tx,
  { organizationId, messageId, contactId }: ReactionsKey,
): Promise<{ own: number; names: number }> {
  const values = [organizationId, messageId, contactId];
  const [row] = await runStatement<{ own: number; names: number }>(tx, count, values);
  return row ?? { own: 0, names: 0 };
}
