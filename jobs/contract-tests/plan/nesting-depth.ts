import type { ColumnReference, Expectation } from './planned-check.ts';
import { notEvaluated } from './verdicts.ts';

/** Real data is shallower, and the planner of every platform accepts this depth. */
const maxDepth = 32;

function columnsOf(expectation: Expectation): readonly ColumnReference[] {
  if ('column' in expectation) return [expectation.column];
  if (!('columns' in expectation)) return [];
  const { columns } = expectation;
  return 'target' in expectation ? [...columns, ...expectation.target.columns] : columns;
}

/** Replaces an expectation on values nested too deep by the reason why it is not evaluated. */
export function withinDepth(expectation: Expectation): Expectation {
  const column = columnsOf(expectation).find(({ steps = [] }) => steps.length > maxDepth);
  if (column === undefined) return expectation;
  const levels = column.steps?.length;
  return notEvaluated(
    `It is ${levels} levels deep inside of '${column.name}', and checks reach ${maxDepth} levels`,
  );
}
