const steps: readonly [unit: string, seconds: number, from: number][] = [
  ['d', 86_400, 172_800],
  ['h', 3_600, 7_200],
  ['min', 60, 120],
  ['s', 1, 1],
];

/** A length of time as number and unit, rounded: 3 ms, 0 s, 40 s, 14 min. */
export function durationParts(seconds: number): [value: string, unit: string] {
  if (seconds <= 0) return ['0', 's'];
  const found = steps.find(([, , from]) => seconds >= from);
  if (found === undefined) return [String(Math.max(1, Math.round(seconds * 1_000))), 'ms'];
  return [String(Math.round(seconds / found[1])), found[0]];
}

/** "14 min". */
export const durationText = (seconds: number): string => durationParts(seconds).join(' ');
