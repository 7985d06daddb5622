import type { Conflict } from '../ontology/merge-values.ts';

/** A conflict as it is told; one whose values are too long is told without them. */
export type ToldConflict = Conflict & { truncated?: true };

/** The first conflicts, and how many there are. */
export type ConflictList = { conflicts: ToldConflict[]; conflictCount: number };

const mostConflicts = 1_000;

/** As JSON: of one conflict, and of all of them. */
const mostCharacters = { one: 20_000, all: 1_000_000 };

/** So many of the conflicts that they can be stored and answered; whoever decides them is told the next ones. */
export function toConflictList(all: readonly Conflict[]): ConflictList {
  const conflicts: ToldConflict[] = [];
  let characters = 0;
  for (const conflict of all.slice(0, mostConflicts)) {
    const told = toTold(conflict);
    characters += JSON.stringify(told).length;
    if (characters > mostCharacters.all) break;
    conflicts.push(told);
  }
  return { conflicts, conflictCount: all.length };
}

function toTold(conflict: Conflict): ToldConflict {
  if (JSON.stringify(conflict).length <= mostCharacters.one) return conflict;
  const { concept, field } = conflict;
  return { ...(concept !== undefined && { concept }), field, truncated: true };
}
