import type { Notes } from './notes.ts';
import type { ShapeOf } from './shape.ts';

/** Says that numbers of a type are kept only to so many digits in front of the point, which no rule asks for. */
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
