import type { Db } from './connect.ts';
import { runStatement } from './statement.ts';
import type { Statement } from './statement.ts';

/** A page of a list that is ordered by position, newest first. */
export type PositionPage = {
  limit: number;
  /** Only older entries. */
  before: number | undefined;
  /** Only newer entries, oldest first. */
  after: number | undefined;
};

/** A list in both directions. */
export type PositionList = { older: Statement; newer: Statement };

/**
 * Builds the statements of a list from `select`, SQL that ends within its WHERE conditions. `column` holds the
 * positions, and `parameters` is the number of parameters of `select`.
 */
export function definePositionList(
  name: string,
  select: string,
  { column, parameters }: { column: string; parameters: number },
): PositionList {
  const [cursor, limit] = [`$${parameters + 1}`, `$${parameters + 2}`];
  return {
    older: {
      name: `${name}-older`,
      text: `${select} and ${column} < ${cursor} order by ${column} desc limit ${limit}`,
    },
    newer: {
      name: `${name}-newer`,
      text: `${select} and ${column} > ${cursor} order by ${column} limit ${limit}`,
    },
  };
}

/** The entries of a page. */
export function readPositionList<Row>(
  db: Db,
  { older, newer }: PositionList,
  values: readonly unknown[],
  { limit, before, after }: PositionPage,
): Promise<Row[]> {
  if (after !== undefined) return runStatement<Row>(db, newer, [...values, after, limit]);
  const cursor = before ?? Number.MAX_SAFE_INTEGER;
  return runStatement<Row>(db, older, [...values, cursor, limit]);
}
