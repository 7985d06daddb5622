/** Points of an answer at most: a page draws no more. */
export const maxPoints = 300;

const minute = 60;

/** The range of the last `hours` hours in steps of whole minutes, aligned so that a later request has the same steps. */
export function seriesRange(
  now: Date,
  hours: number,
): { from: Date; to: Date; stepSeconds: number } {
  const stepSeconds = Math.ceil((hours * 60) / (maxPoints - 1)) * minute;
  const stepMs = stepSeconds * 1000;
  const end = Math.floor(now.getTime() / stepMs) * stepMs + stepMs;
  const count = Math.min(maxPoints, Math.ceil((hours * 3600) / stepSeconds) + 1);
  return { from: new Date(end - count * stepMs), to: new Date(end), stepSeconds };
}

/** Begins of all steps of a range. */
export function stepsOf({ from, to, stepSeconds }: ReturnType<typeof seriesRange>): Date[] {
  const stepMs = stepSeconds * 1000;
  const count = Math.round((to.getTime() - from.getTime()) / stepMs);
  return Array.from({ length: count }, (_, index) => new Date(from.getTime() + index * stepMs));
}
