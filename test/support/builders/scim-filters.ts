import { array, constant, constantFrom, letrec, oneof, record } from 'fast-check';
import type { Arbitrary } from 'fast-check';
import { comparisons } from '../../../domain/scim/filter/parse-filter.ts';
import type { Filter } from '../../../domain/scim/filter/parse-filter.ts';

const textOperators = comparisons.filter((op) => op !== 'eq' && op !== 'ne');
const words = ['work', 'home', 'HOME', 'example', '@', 'bjensen@example.com', '', '"\\%_', 'ß'];
const path = constantFrom('value', 'type', 'display');

const comparison: Arbitrary<Filter> = oneof(
  record({ op: constantFrom(...textOperators), path, value: constantFrom(...words) }),
  record({
    op: constantFrom('eq' as const, 'ne' as const),
    path,
    value: constantFrom(...words, null),
  }),
  record({
    op: constantFrom('eq' as const, 'ne' as const),
    path: constant('primary'),
    value: constantFrom(true, false, null),
  }),
  record({ op: constant('pr' as const), path }),
);

/** Filters of the values of `emails`. Chains are written with parentheses, so that reading gives the same tree. */
export const filterArbitrary: Arbitrary<Filter> = letrec<{ filter: Filter }>((tie) => ({
  filter: oneof(
    { maxDepth: 4, withCrossShrink: true },
    comparison,
    record({
      op: constantFrom('and' as const, 'or' as const),
      filters: array(tie('filter'), { minLength: 2, maxLength: 3 }),
    }),
    record({ op: constant('not' as const), filter: tie('filter') }),
  ),
})).filter;

/** The text of a filter. */
export function writeFilter(filter: Filter): string {
  if ('value' in filter) return `${filter.path} ${filter.op} ${JSON.stringify(filter.value)}`;
  switch (filter.op) {
    case 'and':
    case 'or':
      return filter.filters
        .map((each) => ('filters' in each ? `(${writeFilter(each)})` : writeFilter(each)))
        .join(` ${filter.op} `);
    case 'not':
      return `not (${writeFilter(filter.filter)})`;
    case '[]':
      return `${filter.path}[${writeFilter(filter.filter)}]`;
    case 'pr':
      return `${filter.path} pr`;
  }
}
