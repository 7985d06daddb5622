import type { Threshold } from '../../../domain/standards/odcs/contract-model.ts';

/** How people read a threshold: `= 0`, `between 10 and 30`. */
export function describeThreshold(threshold: Threshold): string {
  if ('low' in threshold) return `${threshold.operator} ${threshold.low} and ${threshold.high}`;
  return `${threshold.operator} ${threshold.value}`;
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

/** Whether a measured value passes; bounds of `between` belong to the range (ODCS quality operators). */
export function satisfies(threshold: Threshold, measured: number): boolean {
  if (!('low' in threshold))
    return comparisons[threshold.operator](measured, Number(threshold.value));
  const isInside = measured >= threshold.low && measured <= threshold.high;
  return threshold.operator === 'between' ? isInside : !isInside;
}
