import { initialsOf } from '../../lib/initials.ts';

/** The letters of a person, or square of a team. */
export function Avatar({ name, square }: { name: string; square?: boolean }) {
  return (
    <span className={square === true ? 'avatar square' : 'avatar'} aria-hidden>
      {initialsOf(name)}
    </span>
  );
}
