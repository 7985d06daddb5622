import { between } from './between.ts';
import type { DifferenceRule } from './difference.ts';

/** How schemas differ from those of datacontract-cli, and why. */
export const avroDifferences: readonly DifferenceRule[] = [
  {
    format: 'avro',
    rule: 'What is not required is nullable, with null by default',
    reason:
      'The standard says that `required` is false where it is absent, of items, too; the reference takes only a written `required: false` as nullable.',
    count: 99,
    explains: between('nullable', /^false$/, /^true$/),
  },
  {
    format: 'avro',
    rule: 'Primary keys are never null',
    reason:
      'A primary key has a value in every row, whether the contract repeats `required` or not.',
    count: 1,
    explains: between('nullable', /^true$/, /^false$/),
  },
  {
    format: 'avro',
    rule: 'A namespace is derived from the id of the contract',
    reason:
      'Records of several contracts with one name can be in one registry; the custom property `namespace` comes first.',
    count: 32,
    explains: between('namespace', /^$/, /^[A-Za-z0-9_.]+$/),
  },
  {
    format: 'avro',
    rule: 'Decimals have a precision',
    reason:
      'Avro wants a precision; where the contract has none, 38 digits with 9 behind the point are assumed and noted.',
    count: 7,
    explains: between('type', /^bytes\/decimal$/, /^bytes\/decimal\(38,9\)$/),
  },
  {
    format: 'avro',
    rule: 'Integers of unknown size are longs',
    reason: 'Nothing says that they fit in 32 bits.',
    count: 14,
    explains: between('type', /^int$/, /^long$/),
  },
  {
    format: 'avro',
    rule: 'Numbers without digits are doubles',
    reason: 'The reference writes bytes without a logical type, which nobody can read as numbers.',
    count: 12,
    explains: between('type', /^bytes$/, /^double$/),
  },
  {
    format: 'avro',
    rule: 'Date and time without a zone is a local timestamp',
    reason: 'A `datetime`, or a `timestamp` of Postgres, is no moment; a timestamp of Avro is one.',
    count: 3,
    explains: between('type', /^long\/timestamp-/, /^long\/local-timestamp-/),
  },
  {
    format: 'avro',
    rule: 'Allowed values are an enum',
    reason: 'The reference leaves them out.',
    count: 3,
    explains: between('type', /^string$/, /^enum$/),
  },
  {
    format: 'avro',
    rule: 'An object without properties is JSON text',
    reason: 'A record without fields would lose everything that the object holds.',
    count: 6,
    explains: (difference) =>
      between('type', /^record$/, /^string$/)(difference) ||
      (difference.aspect === 'presence' && difference.place.endsWith(' record')),
  },
  {
    format: 'avro',
    rule: 'Names that are none of Avro are changed',
    reason: 'The reference writes them as they are, and the schema cannot be read.',
    count: 4,
    explains: ({ aspect, place }) => aspect === 'presence' && /\^\[0-5\]\$|_0_5_/.test(place),
  },
  {
    format: 'avro',
    rule: 'Fields are called by their physical name',
    reason: 'That is what they are called in the data; the logical name is an alias.',
    count: 4,
    explains: ({ aspect, place }) =>
      aspect === 'presence' && /^\.(?:oid|sid|order_id|shipment_id)$/.test(place),
  },
  {
    format: 'avro',
    rule: 'Records have names that no other record of the contract has',
    reason: 'Avro knows a record by its name; the reference uses one for several, or `null`.',
    count: 3,
    explains: ({ aspect }) => aspect === 'recordName',
  },
  {
    format: 'avro',
    rule: 'The doc says all that the type does not',
    reason:
      'Constraints, allowed values, and what people and the platform call it; the business name where there is no description.',
    count: 52,
    explains: ({ aspect, reference, ours }) => aspect === 'doc' && ours.startsWith(reference),
  },
  {
    format: 'avro',
    rule: 'A date whose physical type is a timestamp is a timestamp',
    reason: 'Before ODCS 3.1 `date` stood for both; the time of the day would be lost.',
    count: 7,
    explains: between('type', /^int\/date$/, /^long\/(?:local-)?timestamp-millis$/),
  },
];
