import type { Threshold } from '../../../domain/standards/odcs/contract-model.ts';

/** A threshold in readable form: `= 0`, `between 10 and 30`. */
export function describeThreshold(threshold: Threshold): string {
  if ('low' in threshold) return `${threshold.operator} ${threshold.low} and ${threshold.high}`;
  return `${threshold.operator} ${threshold.value}`;
}

/** The message for a rule without a threshold. */
export const noOperator =
  'The rule has no operator (such as mustBe) with a number, so there is nothing to compare with';

/** The reason why no number satisfies a threshold. */
export function faultOfThreshold(threshold: Threshold): string | undefined {
  if (!('low' in threshold) || threshold.operator !== 'between') return undefined;
  const { low, high } = threshold;
  return low <= high ? undefined : `No number is between ${low} and ${high}`;
}

type Comparison = Exclude<Threshold, { low: number }>['operator'];

const comparisons: Record<Comparison, (measured: number, value: number) => boolean> = {
  '=': (measured, value) => measured === value,
  '!=': (measured, value) => measured !== value,
  '>': (measured, value) => measured > value,
  '>=': (measured, value) => measured >= value,
  '<': (measured, value) => measured < value,
  '<=': (measured, value) => measured <= value,
};

/** True if a measured value passes; bounds of `between` are inclusive (ODCS quality operators). */
export function satisfies(threshold: Threshold, measured: number): boolean {
  if (!('low' in threshold))
    return comparisons[threshold.operator](measured, Number(threshold.value));
  const isInside = measured >= threshold.low && measured <= threshold.high;
  return threshold.operator === 'between' ? isInside : !isInside;
}
