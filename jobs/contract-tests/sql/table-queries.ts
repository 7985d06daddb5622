import type { RowRule } from '../plan/planned-check.ts';
import { groupingExpression } from './bound-column.ts';
import type { BoundColumn } from './bound-column.ts';
import { offendingRows } from './offending-rows.ts';

/** One rule bound to the column whose rows it looks at. */
export type BoundRule = { rule: RowRule; column: BoundColumn };

/**
 * One statement that reads a table once: `row_count`, and `count_0`, `count_1` … with the number of rows that break
 * each rule. `relation` is the quoted text behind FROM.
 */
export function aggregateQuery(relation: string, rules: readonly BoundRule[]): string {
  const counts = rules.map(
    ({ rule, column }, index) =>
      `count(*) filter (where ${offendingRows(rule, column)}) as count_${index}`,
  );
  return `select ${['count(*) as row_count', ...counts].join(',\n  ')}\nfrom ${relation}`;
}

/**
 * One statement whose `duplicate_count` is the number of values (or combinations) that occur more than once; the
 * rows without a value form one group like any other.
 */
export function duplicatesQuery(relation: string, columns: readonly BoundColumn[]): string {
  const keys = columns.map(groupingExpression).join(', ');
  const groups = `select 1 from ${relation} group by ${keys} having count(*) > 1`;
  return `select count(*) as duplicate_count from (${groups}) as duplicate_groups`;
}
