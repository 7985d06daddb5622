import { numberOf } from '../../../../domain/standards/json-value.ts';
import type { Notes } from '../../shapes/notes.ts';
import type { Field } from '../../shapes/shape.ts';

const maxNumber = 2 ** 29 - 1;

/** Protocol Buffers reserves the numbers from 19,000 to 19,999. */
const isUsable = (number: number): boolean =>
  Number.isInteger(number) &&
  number >= 1 &&
  number <= maxNumber &&
  (number < 19_000 || number > 19_999);

/** The number of each field: `protoFieldNumber` where the contract keeps one, else the next by order. */
export function fieldNumbers(fields: readonly Field[], notes: Notes): number[] {
  const taken = new Set<number>();
  const kept = fields.map(({ property, path }) => {
    const written = property?.customProperties['protoFieldNumber'];
    if (written === undefined) return undefined;
    const number = numberOf(written);
    if (number === undefined || !isUsable(number) || taken.has(number)) {
      notes.warn(path, `the protoFieldNumber ${JSON.stringify(written)} cannot be used`);
      return undefined;
    }
    taken.add(number);
    return number;
  });
  let next = 0;
  return kept.map((number) => {
    if (number !== undefined) return number;
    do next += 1;
    while (taken.has(next) || !isUsable(next));
    return next;
  });
}
