/** A format that is accepted until a configured day. */
export type DeprecatedFormat = {
  /** Name in messages, e.g. `the Data Contract Specification (DCS)`. */
  title: string;
  /** The replacement, e.g. `ODCS (apiVersion and kind: DataContract)`. */
  instead: string;
  /** Day of deprecation: the day on which the replacing standard was approved. */
  since: Date;
};

/** The last instant of a day (`2026-12-31`) in UTC. */
export function endOfDay(day: string): Date {
  return new Date(`${day}T23:59:59.999Z`);
}
