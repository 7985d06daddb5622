import type { SelectedColumn, SqlDialect } from './sql-dialect.ts';

/** Names of result columns, shared by statements and their readers. */
export const answers = {
  duplicateCount: 'duplicate_count',
  rowCount: 'row_count',
  orphanCount: 'orphan_count',
  newest: 'newest',
  largestGap: 'largest_gap',
} as const;

/** The named columns of derived tables with the keys of a uniqueness check or foreign key. */
function keyColumns(keys: readonly string[]): SelectedColumn[] {
  return keys.map((sql, index) => ({ name: `key_${index}`, sql }));
}

/**
 * The number of values (or combinations) that occur more than once; rows without a value form one group.
 * `withRowCount` also counts all rows, at a small extra cost.
 */
export function duplicatesStatement(
  dialect: SqlDialect,
  relation: string,
  { keys, withRowCount }: { keys: readonly string[]; withRowCount: boolean },
): string {
  const size = dialect.identifier('group_size');
  const groups = {
    columns: [{ name: 'group_size', sql: 'count(*)' }],
    from: relation,
    groupBy: keys,
  };
  if (!withRowCount) {
    const repeated = dialect.select({ ...groups, having: 'count(*) > 1' });
    const columns = [{ name: answers.duplicateCount, sql: 'count(*)' }];
    return dialect.select({ columns, from: `(${repeated}) duplicate_groups` });
  }
  return dialect.select({
    columns: [
      { name: answers.duplicateCount, sql: `sum(case when ${size} > 1 then 1 else 0 end)` },
      { name: answers.rowCount, sql: `sum(${size})` },
    ],
    from: `(${dialect.select(groups)}) all_groups`,
  });
}

/** The most frequent duplicate values, with their number (`duplicate_count`). */
export function duplicateSamplesStatement(
  dialect: SqlDialect,
  relation: string,
  {
    keys,
    shown,
    limit,
  }: { keys: readonly string[]; shown: readonly SelectedColumn[]; limit: number },
): string {
  return dialect.select({
    columns: [...shown, { name: answers.duplicateCount, sql: 'count(*)' }],
    from: relation,
    groupBy: keys,
    having: 'count(*) > 1',
    orderBy: 'count(*) desc',
    limit,
  });
}

/** One side of a foreign key: a relation and its compared columns. */
export type KeySide = { relation: string; keys: readonly string[] };

type ForeignKey = { child: KeySide; parent: KeySide };

/** The rows of the child whose combination is complete and not in the parent, as FROM and WHERE. */
function orphans(
  dialect: SqlDialect,
  { child, parent }: ForeignKey,
  columns: readonly SelectedColumn[],
): { from: string; where: string } {
  const rows = dialect.select({
    columns: [...keyColumns(child.keys), ...columns],
    from: child.relation,
    where: child.keys.map((key) => `${key} is not null`).join(' and '),
  });
  const targets = dialect.select({ columns: keyColumns(parent.keys), from: parent.relation });
  const same = keyColumns(child.keys)
    .map(({ name }) => dialect.identifier(name))
    .map((name) => `parent_rows.${name} = child_rows.${name}`)
    .join(' and ');
  return {
    from: `(${rows}) child_rows`,
    where: `not exists (select 1 from (${targets}) parent_rows where ${same})`,
  };
}

/** Number of rows of the child with a combination without nulls that is not in the parent. */
export function orphansStatement(dialect: SqlDialect, key: ForeignKey): string {
  const columns = [{ name: answers.orphanCount, sql: 'count(*)' }];
  return dialect.select({ columns, ...orphans(dialect, key, []) });
}

/** Sample rows of the orphans that `orphansStatement` counts. */
export function orphanSamplesStatement(
  dialect: SqlDialect,
  key: ForeignKey,
  { shown, limit }: { shown: readonly SelectedColumn[]; limit: number },
): string {
  // Aliases prevent collisions of the table's own columns with the keys.
  const inner = shown.map(({ sql }, index) => ({ name: `shown_${index}`, sql }));
  const columns = shown.map(({ name }, index) => ({
    name,
    sql: `child_rows.${dialect.identifier(`shown_${index}`)}`,
  }));
  return dialect.select({ columns, ...orphans(dialect, key, inner), limit });
}

/**
 * The newest timestamp and the longest time between two consecutive ones, in seconds; `timestamp` is an expression in
 * seconds since 1970. Both are NULL if there are no timestamps.
 */
export function frequencyStatement(
  dialect: SqlDialect,
  relation: string,
  timestamp: string,
): string {
  const at = dialect.identifier('moment');
  const different = dialect.select({
    columns: [{ name: 'moment', sql: timestamp }],
    from: relation,
    where: `${timestamp} is not null`,
    groupBy: [timestamp],
  });
  const gaps = dialect.select({
    columns: [
      { name: 'moment', sql: at },
      { name: 'gap', sql: `${at} - lag(${at}) over (order by ${at})` },
    ],
    from: `(${different}) moments`,
  });
  return dialect.select({
    columns: [
      { name: answers.newest, sql: `max(${at})` },
      { name: answers.largestGap, sql: `max(${dialect.identifier('gap')})` },
    ],
    from: `(${gaps}) gaps`,
  });
}
