/** A span of time in the address: the last hours, or plain days. */
export type TimeRange = { since?: Since; from?: string; to?: string };

const spanMs = { hour: 3_600_000, day: 86_400_000, week: 604_800_000, month: 2_592_000_000 };

export type Since = keyof typeof spanMs;

const plainDay = /^\d{4}-\d{2}-\d{2}$/u;

/** Reads a span from the address; what is no span or no day is dropped. */
export function readTimeRange(search: Record<string, unknown>): TimeRange {
  const { since, from, to } = search;
  if (typeof since === 'string' && Object.hasOwn(spanMs, since)) return { since: since as Since };
  const isDay = (value: unknown): value is string =>
    typeof value === 'string' && plainDay.test(value) && !Number.isNaN(Date.parse(value));
  return { ...(isDay(from) && { from }), ...(isDay(to) && { to }) };
}

/** True if the range leaves anything out. */
export const isBounded = ({ since, from, to }: TimeRange): boolean =>
  since !== undefined || from !== undefined || to !== undefined;

/** The instants of a range for the API. Days are those of the reader; the last day is included. */
export function boundsOf(
  { since, from, to }: TimeRange,
  now: Date,
): { from?: string; to?: string } {
  if (since !== undefined) return { from: new Date(now.getTime() - spanMs[since]).toISOString() };
  return {
    ...(from !== undefined && { from: startOf(from).toISOString() }),
    ...(to !== undefined && { to: startOf(to, 1).toISOString() }),
  };
}

/** The beginning of a day in the time zone of the reader. */
function startOf(day: string, daysLater = 0): Date {
  const start = new Date(`${day}T00:00`);
  start.setDate(start.getDate() + daysLater);
  return start;
}
