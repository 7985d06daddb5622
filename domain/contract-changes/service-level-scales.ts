const betterMore =
  'availability av throughput th retention re endofsupport es endoflife el completeness';
const betterLess =
  'generalavailability ga errorrate er frequency fy interval latency ly freshness timetodetect td timetonotify tn timetorepair tr';

const directions = new Map<string, 'more' | 'less'>([
  ...betterMore.split(' ').map((name) => [name, 'more'] as const),
  ...betterLess.split(' ').map((name) => [name, 'less'] as const),
]);

/**
 * The direction of a service level that consumers prefer, by the names of ODCS and their short forms;
 * undefined for other names.
 */
export function betterDirection(property: string): 'more' | 'less' | undefined {
  return directions.get(property.toLowerCase().replace(/[\s_-]/g, ''));
}

const second = 1_000;
const hour = 3_600 * second;
const day = 24 * hour;

const units: readonly (readonly [string, number])[] = [
  ['ms millisecond milliseconds', 1],
  ['s sec second seconds', second],
  ['m min minute minutes', 60 * second],
  ['h hr hour hours', hour],
  ['d day days', day],
  ['w week weeks', 7 * day],
  ['mo month months', 30 * day],
  ['y yr year years', 365 * day],
];

const unitMs = new Map(
  units.flatMap(([names, ms]) => names.split(' ').map((name) => [name, ms] as const)),
);

/** Length of a unit of time in milliseconds; undefined for other units. */
export function millisecondsOf(unit: string): number | undefined {
  return unitMs.get(unit.toLowerCase().trim());
}
