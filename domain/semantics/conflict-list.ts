import { markOf } from '../ontology/merge/merge-draft.ts';
import type { Conflict } from '../ontology/merge/merge-values.ts';

/** A conflict as clients read it with the mark of its values, without them if they are too long. */
export type ListedConflict = Conflict & { mark: string; truncated?: true };

/** Some of the conflicts, in their order, and the number of all. */
export type ConflictList = { conflicts: ListedConflict[]; conflictCount: number };

const maxConflicts = 1_000;

/** Maximum length as JSON: of one conflict, and of all of them. */
const maxLength = { one: 20_000, all: 1_000_000 };

/** As many conflicts as can be stored and returned, from a position on; the next ones begin after them. */
export function toConflictList(all: readonly Conflict[], from = 0): ConflictList {
  const conflicts: ListedConflict[] = [];
  let characters = 0;
  for (const conflict of all.slice(from, from + maxConflicts)) {
    const listed = toListed(conflict);
    characters += JSON.stringify(listed).length;
    if (characters > maxLength.all) break;
    conflicts.push(listed);
  }
  return { conflicts, conflictCount: all.length };
}

function toListed(conflict: Conflict): ListedConflict {
  const mark = markOf(conflict);
  if (JSON.stringify(conflict).length <= maxLength.one) return { ...conflict, mark };
  const { concept, field } = conflict;
  return { ...(concept !== undefined && { concept }), field, mark, truncated: true };
}
