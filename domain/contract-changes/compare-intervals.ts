/** One end of an interval; undefined is open. Bounds are numbers, or texts such as dates. */
export type Bound = { value: number | string; inclusive: boolean } | undefined;
export type Interval = { low: Bound; high: Bound };

/**
 * How the set of allowed values differs; `changed` when neither set contains the other, or they cannot be
 * compared.
 */
export type Movement = 'same' | 'tightened' | 'loosened' | 'changed';

/** Compares two intervals of allowed values. */
export function compareIntervals(from: Interval, to: Interval): Movement {
  const low = compareLow(from.low, to.low);
  const high = compareHigh(from.high, to.high);
  if (low === 'same') return high;
  return high === 'same' || high === low ? low : 'changed';
}

function compareLow(from: Bound, to: Bound): Movement {
  if (!from || !to) return openEnd(from, to);
  const order = orderOf(from.value, to.value);
  if (order === undefined) return 'changed';
  if (order !== 0) return order < 0 ? 'tightened' : 'loosened';
  return inclusion(from.inclusive, to.inclusive);
}

function compareHigh(from: Bound, to: Bound): Movement {
  if (!from || !to) return openEnd(from, to);
  const order = orderOf(from.value, to.value);
  if (order === undefined) return 'changed';
  if (order !== 0) return order > 0 ? 'tightened' : 'loosened';
  return inclusion(from.inclusive, to.inclusive);
}

function openEnd(from: Bound, to: Bound): Movement {
  if (!from && !to) return 'same';
  return from ? 'loosened' : 'tightened';
}

function inclusion(from: boolean, to: boolean): Movement {
  if (from === to) return 'same';
  return from ? 'tightened' : 'loosened';
}

const plainNumber = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const timeOfDay = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?$/;
const isoDate = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

/** Negative when the first is smaller; undefined when they cannot be compared. */
function orderOf(one: number | string, other: number | string): number | undefined {
  if (one === other) return 0;
  const [first, second] = [orderable(one), orderable(other)];
  if (first === undefined || second === undefined) return undefined;
  return first.kind === second.kind ? first.value - second.value : undefined;
}

function orderable(bound: number | string): { kind: string; value: number } | undefined {
  if (typeof bound === 'number') return { kind: 'number', value: bound };
  if (plainNumber.test(bound)) return { kind: 'number', value: Number(bound) };
  if (timeOfDay.test(bound)) {
    return { kind: 'time', value: Date.parse(`1970-01-01T${bound}Z`) };
  }
  if (!isoDate.test(bound)) return undefined;
  const zoned = /[Z+]|-\d{2}:?\d{2}$/.test(bound.slice(10));
  const instant = Date.parse(bound.length === 10 || zoned ? bound : `${bound.replace(' ', 'T')}Z`);
  return Number.isNaN(instant) ? undefined : { kind: 'date', value: instant };
}
