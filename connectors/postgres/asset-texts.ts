import type { SourceRow } from '../connector.ts';
import type { PostgresSession } from './session.ts';
import { byRelation } from './rows-by-relation.ts';
import { codeOf, messageOf } from '../source-error.ts';

/** Expressions that the server deparses: rows of `what`, `name` and `text`. */
export type RelationTexts = {
  rows: ReadonlyMap<number, readonly SourceRow[]>;
  /** Relations that were dropped since the transaction began. */
  dropped: ReadonlySet<number>;
  /** Reasons why an existing relation has no texts. */
  unread: ReadonlyMap<number, string>;
};

/** Expressions, constraints and views as the server deparses them; one kind per part. */
const textsQuery = `
select ad.adrelid as relation, 'default' as what, ad.adnum::text as name, pg_get_expr(ad.adbin, ad.adrelid) as text
from pg_attrdef ad where ad.adrelid = any($1::oid[])
union all
select c.conrelid, 'check', c.conname::text, pg_get_constraintdef(c.oid)
from pg_constraint c where c.conrelid = any($1::oid[]) and c.contype = 'c'
union all
select p.partrelid, 'partition', '', pg_get_partkeydef(p.partrelid)
from pg_partitioned_table p where p.partrelid = any($1::oid[])
union all
select c.oid, 'definition', '', left(pg_get_viewdef(c.oid), 10001)
from pg_class c where c.oid = any($1::oid[]) and c.relkind in ('v', 'm')
order by 1, 2, 3`;

/**
 * Errors when the server deparses an object that was dropped or is locked: these functions read the current catalog, not the
 * snapshot of the transaction. (internal_error, undefined table, column, object and function, lock_not_available)
 */
const ofOneRelation = ['XX000', '42P01', '42703', '42704', '42883', '55P03'];

type Found = { rows: SourceRow[]; dropped: Set<number>; unread: Map<number, string> };

async function isDropped(session: PostgresSession, oid: number): Promise<boolean> {
  const [row] = await session.query('select pg_table_is_visible($1::oid) is null as dropped', [
    oid,
  ]);
  return row?.['dropped'] === true;
}

/** Halves the list until it contains only the relation that fails. */
async function collect(
  session: PostgresSession,
  oids: readonly number[],
  found: Found,
): Promise<void> {
  try {
    for (const row of await session.queryApart(textsQuery, [oids])) found.rows.push(row);
  } catch (error) {
    const [first, ...others] = oids;
    if (first === undefined || !ofOneRelation.includes(codeOf(error) ?? '')) throw error;
    if (others.length > 0) {
      const half = Math.ceil(oids.length / 2);
      await collect(session, oids.slice(0, half), found);
      return collect(session, oids.slice(half), found);
    }
    if (await isDropped(session, first)) found.dropped.add(first);
    else found.unread.set(first, messageOf(error));
  }
}

/** Reads the texts of one page of relations; a dropped or locked relation affects only itself. */
export async function readRelationTexts(
  session: PostgresSession,
  oids: readonly number[],
): Promise<RelationTexts> {
  const found: Found = { rows: [], dropped: new Set(), unread: new Map() };
  await collect(session, oids, found);
  return { rows: byRelation(found.rows), dropped: found.dropped, unread: found.unread };
}
