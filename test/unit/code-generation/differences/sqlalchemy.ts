import { between } from './between.ts';
import type { DifferenceRule } from './difference.ts';
import { membersOfOldVersions } from './old-members.ts';

/** How tables differ from those of datacontract-cli, and why. */
export const sqlalchemyDifferences: readonly DifferenceRule[] = [
  membersOfOldVersions('sqlalchemy'),
  {
    format: 'sqlalchemy',
    rule: 'Numbers without digits are doubles',
    reason: 'Nothing says that they are exact.',
    count: 3,
    explains: between('type', /^Numeric$/, /^Double$/),
  },
  {
    format: 'sqlalchemy',
    rule: 'Integers of unknown size have 64 bits',
    reason: 'Nothing says that they fit in 32 bits.',
    count: 1,
    explains: between('type', /^Integer$/, /^BigInteger$/),
  },
  {
    format: 'sqlalchemy',
    rule: 'Timestamps are of the generic type',
    reason: 'SQLAlchemy writes DateTime for every platform, with a zone where there is one.',
    count: 4,
    explains: between('type', /^TIMESTAMP$/, /^DateTime/),
  },
  {
    format: 'sqlalchemy',
    rule: 'Dates whose physical type is a timestamp are timestamps',
    reason: 'Before ODCS 3.1 `date` stood for both.',
    count: 4,
    explains: between('type', /^Date$/, /^DateTime/),
  },
  {
    format: 'sqlalchemy',
    rule: 'Tables are called by their physical name',
    reason: 'That is what they are called in the database.',
    count: 10,
    explains: (difference) =>
      difference.aspect === 'presence' && /^orders(?:_tbl)?(?:\.|$)/.test(difference.place),
  },
];
