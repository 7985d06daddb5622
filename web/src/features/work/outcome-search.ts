const outcomes = ['waiting', 'done', 'refused', 'failed'] as const;

/** Reads the address of a bulk action; what it does not know is dropped. */
export function readOutcome(search: Record<string, unknown>): {
  outcome?: (typeof outcomes)[number];
} {
  const outcome = outcomes.find((each) => each === search['outcome']);
  return outcome === undefined ? {} : { outcome };
}
