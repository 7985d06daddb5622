/** A format in which documents may still be sent for a while. */
export type DeprecatedFormat = {
  /** For messages, e.g. `the Data Contract Specification (DCS)`. */
  title: string;
  /** What to send instead, e.g. `ODCS (apiVersion and kind: DataContract)`. */
  instead: string;
  /** Since when it is deprecated: the day on which the standard that replaces it was approved. */
  since: Date;
};

/** The last instant of a day (`2026-12-31`) in UTC. */
export function endOfDay(day: string): Date {
  return new Date(`${day}T23:59:59.999Z`);
}
