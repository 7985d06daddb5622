import type { SelectedColumn, SqlDialect } from './sql-dialect.ts';

/** Columns of answers, so that a statement and who reads its answer cannot differ. */
export const answers = {
  duplicateCount: 'duplicate_count',
  rowCount: 'row_count',
  orphanCount: 'orphan_count',
  newest: 'newest',
  largestGap: 'largest_gap',
} as const;

/** The named columns of derived tables that stand for the keys of a uniqueness or foreign key. */
function keyColumns(keys: readonly string[]): SelectedColumn[] {
  return keys.map((sql, index) => ({ name: `key_${index}`, sql }));
}

/**
 * The number of values (or combinations) that occur more than once; the rows without a value form one group like any
 * other. `withRowCount` counts all rows too, which costs a little more.
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

/** The values that occur most often, with how often they do (`duplicate_count`). */
export function duplicateSamplesStatement(
  dialect: SqlDialect,
  relation: string,
  {
    keys,
    shown,
    most,
  }: { keys: readonly string[]; shown: readonly SelectedColumn[]; most: number },
): string {
  return dialect.select({
    columns: [...shown, { name: answers.duplicateCount, sql: 'count(*)' }],
    from: relation,
    groupBy: keys,
    having: 'count(*) > 1',
    orderBy: 'count(*) desc',
    most,
  });
}

/** One side of a foreign key: a relation and what is compared. */
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

/** How many rows of the child have a combination without nulls that is not in the parent. */
export function orphansStatement(dialect: SqlDialect, key: ForeignKey): string {
  const columns = [{ name: answers.orphanCount, sql: 'count(*)' }];
  return dialect.select({ columns, ...orphans(dialect, key, []) });
}

/** Some of the rows that `orphansStatement` counts. */
export function orphanSamplesStatement(
  dialect: SqlDialect,
  key: ForeignKey,
  { shown, most }: { shown: readonly SelectedColumn[]; most: number },
): string {
  // Inside, the names of the table's own columns could meet those of the keys.
  const inner = shown.map(({ sql }, index) => ({ name: `shown_${index}`, sql }));
  const columns = shown.map(({ name }, index) => ({
    name,
    sql: `child_rows.${dialect.identifier(`shown_${index}`)}`,
  }));
  return dialect.select({ columns, ...orphans(dialect, key, inner), most });
}

/**
 * The newest of the moments and the longest time between two that follow each other, in seconds; `moment` is an
 * expression in seconds since 1970. Both NULL without any.
 */
export function frequencyStatement(dialect: SqlDialect, relation: string, moment: string): string {
  const at = dialect.identifier('moment');
  const different = dialect.select({
    columns: [{ name: 'moment', sql: moment }],
    from: relation,
    where: `${moment} is not null`,
    groupBy: [moment],
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
