import type { Notes } from './notes.ts';
import type { ShapeOf } from './shape.ts';

/** Notes that a type rounds numbers before the decimal point, which no rule expresses. */
export function noteRounding(
  { rounds }: Pick<ShapeOf<'decimal'>, 'rounds'>,
  path: string,
  notes: Notes,
): void {
  if (rounds === undefined) return;
  const which =
    rounds === 1 ? 'digit in front of the point is' : `${rounds} digits in front of the point are`;
  notes.add(path, `that the last ${which} 0 is not checked`);
}
