import { between, isRenamed } from './between.ts';
import type { DifferenceRule } from './difference.ts';
import { membersOfOldVersions } from './old-members.ts';

/** How types differ from those of datacontract-cli, and why. */
export const sparkDifferences: readonly DifferenceRule[] = [
  membersOfOldVersions('spark'),
  {
    format: 'spark',
    rule: 'Rules, allowed values, tags and classification are metadata',
    reason: 'The reference keeps the comment only.',
    count: 50,
    explains: between('metadata', /^(?:\{\})?$/, /^\{"/),
  },
  {
    format: 'spark',
    rule: 'A timestamp without a zone is TimestampNTZType',
    reason: 'TimestampType is a moment.',
    count: 7,
    explains: between('type', /^TimestampType$/, /^TimestampNTZType$/),
  },
  {
    format: 'spark',
    rule: 'Numbers without digits are doubles',
    reason: 'DecimalType(10,0) has no place behind the point.',
    count: 6,
    explains: between('type', /^DecimalType\(10,0\)$/, /^DoubleType$/),
  },
  {
    format: 'spark',
    rule: 'Decimals without digits have 38, with 9 behind the point',
    reason: 'DecimalType(10,0) has no place behind the point.',
    count: 3,
    explains: between('type', /^DecimalType\(10,0\)$/, /^DecimalType\(38,9\)$/),
  },
  {
    format: 'spark',
    rule: 'Primary keys are never null',
    reason:
      'A primary key has a value in every row, whether the contract repeats `required` or not.',
    count: 2,
    explains: (difference) =>
      !difference.place.endsWith('[]') && between('nullable', /^true$/, /^false$/)(difference),
  },
  {
    format: 'spark',
    rule: 'Items that the contract requires are never null',
    reason: 'The reference writes ArrayType without saying so.',
    count: 2,
    explains: (difference) =>
      difference.place.endsWith('[]') && between('nullable', /^true$/, /^false$/)(difference),
  },
  {
    format: 'spark',
    rule: 'Integers of unknown size have 64 bits',
    reason: 'Nothing says that they fit in 32 bits.',
    count: 2,
    explains: between('type', /^IntegerType$/, /^LongType$/),
  },
  {
    format: 'spark',
    rule: 'Fields are called by their physical name',
    reason: 'That is what they are called in the data.',
    count: 4,
    explains: isRenamed,
  },
  {
    format: 'spark',
    rule: 'An object without properties is a text',
    reason: 'A StructType without fields would lose everything that the object holds.',
    count: 2,
    explains: between('type', /^StructType$/, /^StringType$/),
  },
  {
    format: 'spark',
    rule: 'The business name is the comment of what has no description',
    reason: 'It tells readers more than nothing.',
    count: 2,
    explains: between('comment', /^$/, /./),
  },
];
