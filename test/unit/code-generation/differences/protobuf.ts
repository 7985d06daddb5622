import { between } from './between.ts';
import type { DifferenceRule } from './difference.ts';

/** How messages differ from those of datacontract-cli, and why. */
export const protobufDifferences: readonly DifferenceRule[] = [
  {
    format: 'protobuf',
    rule: 'The package is derived from the id of the contract',
    reason:
      'Every contract of the reference is in the package `example`; the custom property `protoPackageName` comes first.',
    count: 21,
    explains: between('package', /^example$/, /./),
  },
  {
    format: 'protobuf',
    rule: 'Comments say all that the type does not',
    reason:
      'Constraints, classification, tags, forms of texts, and the whole of long descriptions.',
    count: 63,
    explains: ({ aspect, reference, ours }) => aspect === 'comment' && ours.startsWith(reference),
  },
  {
    format: 'protobuf',
    rule: 'Nested messages are described at their field',
    reason:
      'The reference writes the description of a field twice: at the field and at its message.',
    count: 8,
    explains: between('comment', /./, /^$/),
  },
  {
    format: 'protobuf',
    rule: 'What is not required is optional',
    reason:
      'The standard says that `required` is false where it is absent; the reference takes only a written `required: false` as optional.',
    count: 62,
    explains: between('label', /^$/, /^optional$/),
  },
  {
    format: 'protobuf',
    rule: 'Primary keys are never absent',
    reason:
      'A primary key has a value in every row, whether the contract repeats `required` or not.',
    count: 1,
    explains: between('label', /^optional$/, /^$/),
  },
  {
    format: 'protobuf',
    rule: 'Decimals are texts',
    reason: 'A double loses digits.',
    count: 6,
    explains: between('type', /^double$/, /^string$/),
  },
  {
    format: 'protobuf',
    rule: 'Integers of unknown size have 64 bits',
    reason: 'Nothing says that they fit in 32 bits.',
    count: 8,
    explains: between('type', /^int32$/, /^int64$/),
  },
  {
    format: 'protobuf',
    rule: 'Moments are google.protobuf.Timestamp',
    reason: 'Every language has a type for it; the reference writes texts of no said form.',
    count: 5,
    explains: between('type', /^string$/, /^\.google\.protobuf\.Timestamp$/),
  },
  {
    format: 'protobuf',
    rule: 'Objects without properties are google.protobuf.Struct',
    reason: 'A message without fields would lose everything that the object holds.',
    count: 2,
    explains: (difference) =>
      between('type', /^message$/, /^\.google\.protobuf\.Struct$/)(difference) ||
      (difference.place.endsWith(' message') && difference.ours === 'absent'),
  },
  {
    format: 'protobuf',
    rule: 'Allowed values are an enum inside of the message',
    reason:
      'The reference leaves them out, or puts enums beside the messages, where enums of two messages can have one name.',
    count: 3,
    explains: (difference) =>
      between('type', /^string$/, /^[A-Z]\w*$/)(difference) ||
      (difference.place.startsWith('enum ') && difference.reference !== difference.ours),
  },
  {
    format: 'protobuf',
    rule: 'Fields are called by their physical name',
    reason: 'That is what they are called in the data.',
    count: 4,
    explains: ({ aspect, place }) =>
      aspect === 'presence' && /\.(?:oid|sid|order_id|shipment_id)$/.test(place),
  },
];
