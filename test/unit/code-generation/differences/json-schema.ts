import { between, isRenamed } from './between.ts';
import type { DifferenceRule } from './difference.ts';
import { membersOfOldVersions } from './old-members.ts';

/** How schemas differ from those of datacontract-cli, and why. */
export const jsonSchemaDifferences: readonly DifferenceRule[] = [
  membersOfOldVersions('json-schema', 6),
  {
    format: 'json-schema',
    rule: 'Every schema has a title',
    reason: 'The name of the table, where it has no business name.',
    count: 35,
    explains: (difference) => difference.place === '' && between('title', /^$/, /./)(difference),
  },
  {
    format: 'json-schema',
    rule: 'Examples are kept',
    reason: 'JSON Schema has a keyword for them.',
    count: 35,
    explains: between('examples', /^$/, /^\[/),
  },
  {
    format: 'json-schema',
    rule: 'Limits of lists and multiples are kept',
    reason:
      'The reference leaves minItems, maxItems and multipleOf out; multiples of 0.01 are left to the comment, because validators would refuse some.',
    count: 12,
    explains: (difference) =>
      ['minItems', 'maxItems', 'multipleOf'].some((aspect) =>
        between(aspect, /^$/, /^[\d.]+$/)(difference),
      ),
  },
  {
    format: 'json-schema',
    rule: 'The length of a physical type is a limit',
    reason: 'A text that does not fit in `varchar(18)` is no value of the column.',
    count: 13,
    explains: between('maxLength', /^$/, /^\d+$/),
  },
  {
    format: 'json-schema',
    rule: 'The size of a physical integer is a limit',
    reason: 'Larger numbers do not fit in `smallint`, nor in the `integer` of a known platform.',
    count: 16,
    explains: (difference) =>
      between('minimum', /^$/, /^-2147483648$/)(difference) ||
      between('maximum', /^$/, /^2147483647$/)(difference),
  },
  {
    format: 'json-schema',
    rule: 'Primary keys are there and never null',
    reason:
      'A primary key has a value in every row, whether the contract repeats `required` or not.',
    count: 4,
    explains: (difference) =>
      between('nullable', /^true$/, /^false$/)(difference) ||
      between('required', /^false$/, /^true$/)(difference),
  },
  {
    format: 'json-schema',
    rule: 'Fields are called by their physical name',
    reason: 'That is what they are called in the data.',
    count: 4,
    explains: isRenamed,
  },
  {
    format: 'json-schema',
    rule: 'A date whose physical type is a timestamp is a timestamp',
    reason: 'Before ODCS 3.1 `date` stood for both.',
    count: 7,
    explains: between('format', /^date$/, /^(?:date-time)?$/),
  },
  {
    format: 'json-schema',
    rule: 'A timestamp without a zone has a pattern',
    reason: 'The format date-time wants a zone.',
    count: 11,
    explains: (difference) =>
      between('format', /^date-time$/, /^$/)(difference) ||
      between('pattern', /^$/, /\[Tt \]/)(difference),
  },
  {
    format: 'json-schema',
    rule: 'Tags of tables are kept',
    reason: 'They stand in a comment.',
    count: 2,
    explains: (difference) => difference.place === '' && between('tags', /^$/, /^\[/)(difference),
  },
  {
    format: 'json-schema',
    rule: 'Allowed values of any source are an enum',
    reason: 'The reference does not read those of `enumValues`.',
    count: 1,
    explains: between('enum', /^$/, /^\[/),
  },
];
