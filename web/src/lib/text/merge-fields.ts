/** One value before, as somebody else saved it, and as it was typed here. */
export type FieldConflict = { field: string; base: unknown; theirs: unknown; mine: unknown };

type Fields = Readonly<Record<string, unknown>>;

const same = (left: unknown, right: unknown): boolean =>
  JSON.stringify(left) === JSON.stringify(right);

/**
 * Compares an edit with the one that was saved meanwhile: what only one side changed is taken from it, what both changed differently is
 * a conflict.
 */
export function mergeFields(
  base: Fields,
  theirs: Fields,
  mine: Fields,
): { merged: Record<string, unknown>; conflicts: FieldConflict[] } {
  const merged: Record<string, unknown> = {};
  const conflicts: FieldConflict[] = [];
  for (const field of new Set([base, theirs, mine].flatMap(Object.keys))) {
    const values = { base: base[field], theirs: theirs[field], mine: mine[field] };
    const isTheirs = same(values.base, values.mine);
    if (!isTheirs && !same(values.base, values.theirs) && !same(values.theirs, values.mine)) {
      conflicts.push({ field, ...values });
    }
    const value = isTheirs ? values.theirs : values.mine;
    if (value !== undefined) merged[field] = value;
  }
  return { merged, conflicts };
}
