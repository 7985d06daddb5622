import type { Difference, DifferenceRule } from './difference.ts';

const ofType =
  (reference: RegExp, ours: RegExp) =>
  (difference: Difference): boolean =>
    difference.aspect === 'type' &&
    reference.test(difference.reference) &&
    ours.test(difference.ours);

/** How structs differ from those of datacontract-cli, and why. */
export const goDifferences: readonly DifferenceRule[] = [
  {
    format: 'go',
    rule: 'The package is called as the contract',
    reason: 'A package `main` needs a function `main`, which types do not have.',
    count: 23,
    explains: ({ aspect, reference }) => aspect === 'package' && reference === 'main',
  },
  {
    format: 'go',
    rule: 'Comments say all that the type does not',
    reason:
      'Constraints, classification, tags, forms of texts, and the whole of long descriptions.',
    count: 64,
    explains: ({ aspect, reference, ours }) => aspect === 'comment' && ours.startsWith(reference),
  },
  {
    format: 'go',
    rule: 'Dates, and times without a zone, are strings',
    reason: 'In JSON they are no RFC 3339 times, so reading them into time.Time fails.',
    count: 15,
    explains: ofType(/^time\.Time$/, /^string$/),
  },
  {
    format: 'go',
    rule: 'Integers have the size of their physical type',
    reason: 'An `int` is as large as the machine makes it; without a size it has 64 bits.',
    count: 16,
    explains: ofType(/^int$/, /^u?int\d+$/),
  },
  {
    format: 'go',
    rule: 'Decimals are json.Number',
    reason: 'A float64 loses digits.',
    count: 3,
    explains: ofType(/^float64$/, /^json\.Number$/),
  },
  {
    format: 'go',
    rule: 'Allowed values are a type with constants',
    reason: 'The reference leaves them out.',
    count: 4,
    explains: ofType(/^string$/, /^[A-Z]\w*$/),
  },
  {
    format: 'go',
    rule: 'Types that the reference does not know are known',
    reason: 'It writes interface{} for types that a physical type makes clear.',
    count: 4,
    explains: ofType(/^interface\{\}$/, /./),
  },
  {
    format: 'go',
    rule: 'Slices, maps and raw JSON need no pointer',
    reason: 'They are nil when they are absent.',
    count: 12,
    explains: ({ aspect, reference, ours }) =>
      aspect === 'pointer' && reference === 'true' && ours === 'false',
  },
  {
    format: 'go',
    rule: 'Items that may be null are pointers',
    reason:
      'What is not required may be null, and a value that is none reads null as an empty one.',
    count: 6,
    explains: ({ aspect, reference, ours }) =>
      aspect === 'type' && ours.replace('[]*', '[]') === reference,
  },
  {
    format: 'go',
    rule: 'Primary keys are never absent',
    reason:
      'A primary key has a value in every row, whether the contract repeats `required` or not.',
    count: 4,
    explains: ({ aspect, reference, ours }) =>
      aspect === 'tags' && reference.replace(',omitempty', '') === ours,
  },
  {
    format: 'go',
    rule: 'Fields are called by their physical name',
    reason: 'That is what they are called in the data.',
    count: 4,
    explains: ({ aspect, place }) =>
      aspect === 'presence' && /\.(?:Oid|Sid|OrderID|ShipmentID)$/.test(place),
  },
  {
    format: 'go',
    rule: 'Names that are none of Go are changed',
    reason: 'The reference writes them as they are, and the file does not compile.',
    count: 6,
    explains: ({ aspect, place }) => aspect === 'presence' && /\^\[0-5\]\$|Field05/.test(place),
  },
];
