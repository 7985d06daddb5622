import type { ColumnReference, Expectation } from './planned-check.ts';
import { notEvaluated } from './verdicts.ts';

/** Deeper than anybody's data, and not too deep for the planner of any platform. */
const deepest = 32;

function columnsOf(expectation: Expectation): readonly ColumnReference[] {
  if ('column' in expectation) return [expectation.column];
  if (!('columns' in expectation)) return [];
  const { columns } = expectation;
  return 'target' in expectation ? [...columns, ...expectation.target.columns] : columns;
}

/** The expectation, or why it is not evaluated: what it is about is too deep inside of a column. */
export function withinDepth(expectation: Expectation): Expectation {
  const column = columnsOf(expectation).find(({ steps = [] }) => steps.length > deepest);
  if (column === undefined) return expectation;
  const levels = column.steps?.length;
  return notEvaluated(
    `It is ${levels} levels deep inside of '${column.name}', and checks reach ${deepest} levels`,
  );
}
