import type {
  LogicalType,
  LogicalTypeOptions,
} from '../../../domain/standards/odcs/contract-model.ts';

type Bound = number | string;

const decimal = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i;

function numberOf(bound: Bound): number | undefined {
  if (typeof bound === 'number') return Number.isFinite(bound) ? bound : undefined;
  return bound.length < 400 && decimal.test(bound) ? Number(bound) : undefined;
}

const instant = /^\d{4}-\d{2}-\d{2}/;
const timeOfDay = /^\d{2}:\d{2}/;

/** Negative when the first bound is lower; undefined for bounds that only a source can compare. */
function compareBounds(one: Bound, other: Bound): number | undefined {
  const [first, second] = [numberOf(one), numberOf(other)];
  if (first !== undefined && second !== undefined) return first - second;
  return typeof one === 'string' && typeof other === 'string'
    ? compareTimestamps(one, other)
    : undefined;
}

function compareTimestamps(one: string, other: string): number | undefined {
  if (timeOfDay.test(one) && timeOfDay.test(other)) return one < other ? -1 : Number(one > other);
  if (!instant.test(one) || !instant.test(other)) return undefined;
  const difference = Date.parse(one) - Date.parse(other);
  return Number.isNaN(difference) ? undefined : difference;
}

type BoundName = 'minimum' | 'maximum' | 'exclusiveMinimum' | 'exclusiveMaximum';

const pairs: readonly (readonly [BoundName, BoundName])[] = [
  ['minimum', 'maximum'],
  ['minimum', 'exclusiveMaximum'],
  ['exclusiveMinimum', 'maximum'],
  ['exclusiveMinimum', 'exclusiveMaximum'],
];

const boundNames: readonly BoundName[] = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
];

const notNumber = /^[+-]?(?:nan|inf|infinity)$/i;

function faultOfBound(bound: Bound, logicalType: LogicalType | undefined): string | undefined {
  const isNumeric = logicalType === 'number' || logicalType === 'integer';
  const isWrong = isNumeric
    ? numberOf(bound) === undefined
    : typeof bound === 'string' && notNumber.test(bound);
  return isWrong ? `'${bound}' is not a number that values can be compared with` : undefined;
}

/** True if two bounds exclude all values; equal bounds allow one value only when both include it. */
function leaveNothing(options: LogicalTypeOptions, low: BoundName, high: BoundName): boolean {
  const [min, max] = [options[low], options[high]];
  const difference = min === undefined || max === undefined ? undefined : compareBounds(min, max);
  if (difference === undefined) return false;
  return low === 'minimum' && high === 'maximum' ? difference > 0 : difference >= 0;
}

/** The reasons why no value can satisfy a bound: it is no number, or it contradicts another bound. */
export function faultsOfBounds(
  options: LogicalTypeOptions,
  logicalType: LogicalType | undefined,
): Partial<Record<BoundName, string>> {
  const faults: Partial<Record<BoundName, string>> = {};
  if (boundNames.every((name) => options[name] === undefined)) return faults;
  for (const [low, high] of pairs) {
    if (!leaveNothing(options, low, high)) continue;
    const reason = `No value can satisfy ${low} ${options[low]} together with ${high} ${options[high]}`;
    faults[low] = reason;
    faults[high] = reason;
  }
  for (const name of boundNames) {
    const bound = options[name];
    const fault = bound === undefined ? undefined : faultOfBound(bound, logicalType);
    if (fault !== undefined) faults[name] = fault;
  }
  return faults;
}

/** The reason why no value can satisfy two counts together, such as minLength and maxLength. */
export function faultOfCounts(
  [low, min]: readonly [name: string, count: number | undefined],
  [high, max]: readonly [name: string, count: number | undefined],
): string | undefined {
  if (min === undefined || max === undefined || min <= max) return undefined;
  return `No value can satisfy ${low} ${min} together with ${high} ${max}`;
}

/** The reason why a pattern is not evaluated by any source. */
export function faultOfPattern(pattern: string): string | undefined {
  if (pattern === '') return 'The pattern is empty, so it does not restrict values';
  if (pattern.length > 1_000) return 'The pattern is longer than 1,000 characters';
  return pattern.includes('\0')
    ? 'The pattern has a zero byte, which texts cannot contain'
    : undefined;
}
