import fc from 'fast-check';
import { comparisons } from '../../../domain/scim/filter/parse-filter.ts';
import type { Filter } from '../../../domain/scim/filter/parse-filter.ts';

const textOperators = comparisons.filter((op) => op !== 'eq' && op !== 'ne');
const words = ['work', 'home', 'HOME', 'example', '@', 'bjensen@example.com', '', '"\\%_', 'ß'];
const path = fc.constantFrom('value', 'type', 'display');

const comparison: fc.Arbitrary<Filter> = fc.oneof(
  fc.record({ op: fc.constantFrom(...textOperators), path, value: fc.constantFrom(...words) }),
  fc.record({
    op: fc.constantFrom('eq' as const, 'ne' as const),
    path,
    value: fc.constantFrom(...words, null),
  }),
  fc.record({
    op: fc.constantFrom('eq' as const, 'ne' as const),
    path: fc.constant('primary'),
    value: fc.constantFrom(true, false, null),
  }),
  fc.record({ op: fc.constant('pr' as const), path }),
);

/** Filters of the values of `emails`. Chains are written with parentheses, so that reading gives the same tree. */
export const filterArbitrary: fc.Arbitrary<Filter> = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    comparison,
    fc.record({
      op: fc.constantFrom('and' as const, 'or' as const),
      filters: fc.array(tie('filter'), { minLength: 2, maxLength: 3 }),
    }),
    fc.record({ op: fc.constant('not' as const), filter: tie('filter') }),
  ),
})).filter;

/** The text of a filter. */
export function writeFilter(filter: Filter): string {
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
    default:
      return `${filter.path} ${filter.op} ${JSON.stringify(filter.value)}`;
  }
}
