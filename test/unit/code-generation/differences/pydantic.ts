import { between, isRenamed } from './between.ts';
import type { DifferenceRule } from './difference.ts';
import { membersOfOldVersions } from './old-members.ts';

/** How models differ from those of datacontract-cli, and why. */
export const pydanticDifferences: readonly DifferenceRule[] = [
  membersOfOldVersions('pydantic'),
  {
    format: 'pydantic',
    rule: 'Constraints are checked',
    reason: 'The reference has types only.',
    count: 35,
    explains: between('constraints', /^$/, /./),
  },
  {
    format: 'pydantic',
    rule: 'Allowed values are literals',
    reason: 'The reference leaves them out.',
    count: 2,
    explains: between('type', /^(?:str|int)$/, /^Literal\[/),
  },
  {
    format: 'pydantic',
    rule: 'Numbers with digits are decimals',
    reason: 'A float does not hold them exactly.',
    count: 1,
    explains: between('type', /^float$/, /^Decimal$/),
  },
  {
    format: 'pydantic',
    rule: 'Primary keys are never None',
    reason:
      'A primary key has a value in every row, whether the contract repeats `required` or not.',
    count: 2,
    explains: between('nullable', /^True$/, /^False$/),
  },
  {
    format: 'pydantic',
    rule: 'Descriptions of nested fields are kept at the field',
    reason: 'The reference has them at the class only.',
    count: 9,
    explains: between('description', /^$/, /./),
  },
  {
    format: 'pydantic',
    rule: 'Fields are called by their physical name',
    reason: 'That is what they are called in the data.',
    count: 4,
    explains: isRenamed,
  },
  {
    format: 'pydantic',
    rule: 'An object without properties is a dictionary',
    reason: 'A class without members would lose everything that the object holds.',
    count: 3,
    explains: (difference) =>
      between('type', /^class$/, /^dict$/)(difference) ||
      (difference.place.includes('inline_object_definition') &&
        ['docstring', 'presence'].includes(difference.aspect)),
  },
  {
    format: 'pydantic',
    rule: 'Tags of tables are told',
    reason: 'They stand in the docstring.',
    count: 2,
    explains: between('docstring', /./, /Tags: /),
  },
  {
    format: 'pydantic',
    rule: 'A date whose physical type is a number is a number',
    reason: 'Its rows hold numbers; what they count the contract does not say.',
    count: 1,
    explains: between('type', /^date$/, /^int$/),
  },
  {
    format: 'pydantic',
    rule: 'A date whose physical type is a timestamp is a datetime',
    reason: 'Before ODCS 3.1 `date` stood for both.',
    count: 8,
    explains: between('type', /^date$/, /^datetime$/),
  },
];
