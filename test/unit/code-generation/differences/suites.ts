import type { Difference, DifferenceRule } from './difference.ts';

const isOurs =
  (what: RegExp) =>
  ({ aspect, place, reference }: Difference): boolean =>
    aspect === 'presence' && reference === 'absent' && what.test(place);

const between =
  (aspect: string, reference: RegExp, ours: RegExp) =>
  (difference: Difference): boolean =>
    difference.aspect === aspect &&
    reference.test(difference.reference) &&
    ours.test(difference.ours);

const physicallyNamed = /\b(?:sid|oid|shipment_id|order_id)\b/;

/** How suites differ from those of datacontract-cli, and why. */
export const greatExpectationsDifferences: readonly DifferenceRule[] = [
  {
    format: 'great-expectations',
    rule: 'Tables and columns are called by their physical name',
    reason: 'That is what they are called in the data that the suite is run on.',
    count: 16,
    explains: (difference) =>
      (difference.place.startsWith('suite') && difference.aspect === 'name') ||
      difference.aspect === 'column_list' ||
      (difference.aspect === 'presence' &&
        difference.place.endsWith(' values_to_be_of_type') &&
        physicallyNamed.test(difference.place)),
  },
  {
    format: 'great-expectations',
    rule: 'Required columns are expected to hold no null',
    reason: 'The reference leaves `required` and primary keys out.',
    count: 120,
    explains: isOurs(/values_to_not_be_null/),
  },
  {
    format: 'great-expectations',
    rule: 'Primary keys are unique',
    reason: 'Single ones as a column, composite ones together; the reference leaves them out.',
    count: 12,
    explains: isOurs(/ (?:values_to_be_unique|expect_compound_columns_to_be_unique)$/),
  },
  {
    format: 'great-expectations',
    rule: 'Patterns and allowed values are expected',
    reason: 'The reference leaves patterns out, and allowed values of ODCS 3.2.',
    count: 13,
    explains: isOurs(/ values_to_(?:match_regex|be_in_set)$/),
  },
  {
    format: 'great-expectations',
    rule: 'Quality rules of the library and in SQL are expectations',
    reason: 'The reference takes rules of its own engine only.',
    count: 22,
    explains: isOurs(/ (?:row_count_to_be_between|unexpected_rows_expectation)$/),
  },
  {
    format: 'great-expectations',
    rule: 'Bounds that are not there are left out',
    reason: 'The reference writes null for them.',
    count: 12,
    explains: ({ reference, ours }) => reference === 'null' && ours === '',
  },
  {
    format: 'great-expectations',
    rule: 'Types are those of the platform, by the names that SQLAlchemy has for them',
    reason:
      'The reference passes physical types of any platform on; Great Expectations knows them by their class only.',
    count: 71,
    explains: ({ aspect }) => aspect === 'type_',
  },
];

/** How diagrams differ from those of datacontract-cli, and why. */
export const mermaidDifferences: readonly DifferenceRule[] = [
  {
    format: 'mermaid',
    rule: 'Tables and columns are called by their physical name',
    reason: 'That is what they are called in the database.',
    count: 30,
    explains: ({ aspect, place }) =>
      aspect === 'presence' &&
      /^(?:orders|orders_tbl|shipments2|shipments_v2|tbl|tbl_1)\./.test(place),
  },
  {
    format: 'mermaid',
    rule: 'Signs that mean something in HTML or Mermaid are codes',
    reason: 'They are shown as they were written; the reference leaves them out.',
    count: 2,
    explains: ({ aspect, place }) => aspect === 'presence' && place.includes('alert(1)'),
  },
  {
    format: 'mermaid',
    rule: 'Arrays show what they hold',
    reason: 'The reference writes `array`.',
    count: 8,
    explains: between('type', /^array$/, /^array\[\w+\]$/),
  },
  {
    format: 'mermaid',
    rule: 'Unique columns that are no primary key are marked',
    reason: 'A primary key is unique anyway, so it has one mark; the reference misses some others.',
    count: 12,
    explains: ({ aspect }) => aspect === 'unique',
  },
];
