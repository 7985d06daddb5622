import type { Choice, Conflict } from '../queries.ts';

/** A decision about a conflict, with the mark of the values that it was made for. */
export type Decision = { take: 'namespace' | 'branch' | 'value'; value?: unknown; seen: string };

/** Decisions by the keys of conflicts; null takes a saved one back. */
export type Decisions = Readonly<Record<string, Decision | null>>;

/** `changed`: it was decided, but for other values than it has now. */
export type DecisionState = 'open' | 'decided' | 'changed';

export type Decided = {
  conflict: Conflict;
  key: string;
  state: DecisionState;
  decision?: Decision;
};

/** The key of a conflict: concept and field. */
export function keyOf({ concept, field }: { concept?: string | null; field: string }): string {
  return `${concept ?? ''}/${field}`;
}

/** The conflicts with their decisions: those of this browser count before saved ones. */
export function decidedOf(
  conflicts: readonly Conflict[],
  saved: readonly Choice[],
  own: Decisions,
): Decided[] {
  const known = new Map<string, Decision | null>(
    saved.map(({ concept, field, take, value, seen }) => [
      keyOf({ concept: concept ?? null, field }),
      { take, value, seen: seen ?? '' },
    ]),
  );
  for (const [key, decision] of Object.entries(own)) known.set(key, decision);
  return conflicts.map((conflict) => {
    const key = keyOf(conflict);
    const decision = known.get(key) ?? undefined;
    if (decision === undefined) return { conflict, key, state: 'open' };
    // A choice that another client has saved may have no mark.
    const holds = decision.seen === '' || decision.seen === conflict.mark;
    return { conflict, key, decision, state: holds ? 'decided' : 'changed' };
  });
}

/** The choices of decided conflicts, as the API takes them. */
export function choicesOf(decided: readonly Decided[]): Choice[] {
  return decided.flatMap(({ conflict: { concept, field }, state, decision }) => {
    if (state !== 'decided' || decision === undefined) return [];
    const { take, value, seen } = decision;
    const named = concept === undefined ? {} : { concept };
    const mark = seen === '' ? {} : { seen };
    return [{ ...named, field, take, ...mark, ...(take === 'value' && { value: value ?? null }) }];
  });
}

/** Choices for all conflicts; what is not decided stays as the namespace says. */
export function completeChoices(decided: readonly Decided[]): Choice[] {
  return [
    ...choicesOf(decided),
    ...decided.flatMap(({ conflict: { concept, field }, state }) =>
      state === 'decided'
        ? []
        : [{ ...(concept === undefined ? {} : { concept }), field, take: 'namespace' as const }],
    ),
  ];
}

/** The value of a conflict after a decision; undefined without one. */
export function resultOf({ conflict, decision }: Decided): unknown {
  if (decision === undefined) return undefined;
  return decision.take === 'value' ? decision.value : conflict[decision.take];
}
