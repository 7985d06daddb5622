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

/** Below zero when the first bound is lower; undefined for bounds that only a source can compare. */
function compareBounds(one: Bound, other: Bound): number | undefined {
  const [first, second] = [numberOf(one), numberOf(other)];
  if (first !== undefined && second !== undefined) return first - second;
  return typeof one === 'string' && typeof other === 'string'
    ? compareMoments(one, other)
    : undefined;
}

function compareMoments(one: string, other: string): number | undefined {
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
  return isWrong ? `'${bound}' is no number that values could be compared with` : undefined;
}

/** Whether two bounds leave no value between them; equal ones leave one value only when both include it. */
function leaveNothing(options: LogicalTypeOptions, low: BoundName, high: BoundName): boolean {
  const [least, most] = [options[low], options[high]];
  const difference =
    least === undefined || most === undefined ? undefined : compareBounds(least, most);
  if (difference === undefined) return false;
  return low === 'minimum' && high === 'maximum' ? difference > 0 : difference >= 0;
}

/** Why no value can satisfy a bound: it is no number, or it excludes every value together with another one. */
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

/** Why no value can satisfy two counts together, such as minLength and maxLength. */
export function faultOfCounts(
  [low, least]: readonly [name: string, count: number | undefined],
  [high, most]: readonly [name: string, count: number | undefined],
): string | undefined {
  if (least === undefined || most === undefined || least <= most) return undefined;
  return `No value can satisfy ${low} ${least} together with ${high} ${most}`;
}

/** Why a pattern is not asked of any source. */
export function faultOfPattern(pattern: string): string | undefined {
  if (pattern === '') return 'The pattern is empty, so it says nothing about values';
  if (pattern.length > 1_000) return 'The pattern is longer than 1,000 characters';
  return pattern.includes('\0') ? 'The pattern has a zero byte, which no text can have' : undefined;
}
