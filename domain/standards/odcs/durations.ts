const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const month = 30 * day;
const year = 365 * day;

type Unit = { seconds: number; symbol: string };

const units: readonly (readonly [Unit, string])[] = [
  [{ seconds: 0.001, symbol: 'ms' }, 'ms msec millisecond milliseconds'],
  [{ seconds: 1, symbol: 's' }, 's sec secs second seconds'],
  [{ seconds: minute, symbol: 'm' }, 'min mins minute minutes'],
  [{ seconds: hour, symbol: 'h' }, 'h hr hrs hour hours'],
  [{ seconds: day, symbol: 'd' }, 'd day days'],
  [{ seconds: 7 * day, symbol: 'w' }, 'w week weeks'],
  [{ seconds: month, symbol: ' months' }, 'mo mon month months'],
  [{ seconds: 3 * month, symbol: ' quarters' }, 'q quarter quarters'],
  [{ seconds: year, symbol: 'y' }, 'y yr yrs year years'],
];

const unitsByWord = new Map(
  units.flatMap(([unit, words]) => words.split(' ').map((word) => [word, unit] as const)),
);

const intervals: Readonly<Record<string, number>> = {
  minutely: minute,
  hourly: hour,
  daily: day,
  weekly: 7 * day,
  monthly: month,
  quarterly: 3 * month,
  yearly: year,
  annually: year,
};

/** Meaning of `m`: months for retention, minutes for freshness. */
export type MeaningOfM = 'minutes' | 'months';

function unitOf(word: string, m: MeaningOfM): Unit | undefined {
  const lower = word.trim().toLowerCase();
  return unitsByWord.get(lower === 'm' ? m : lower);
}

const number = String.raw`(\d+(?:[.,]\d+)?)`;
const isoDuration = new RegExp(
  `^P(?:${number}Y)?(?:${number}M)?(?:${number}W)?(?:${number}D)?` +
    `(?:T(?:${number}H)?(?:${number}M)?(?:${number}S)?)?$`,
  'i',
);
const isoSizes = [year, month, 7 * day, day, hour, minute, 1];

/** Seconds of an ISO 8601 duration; a month has 30 days and a year 365. */
function isoSeconds(text: string): number | undefined {
  const parts = isoDuration.exec(text)?.slice(1);
  if (parts === undefined || parts.every((part) => part === undefined)) return undefined;
  const amounts = parts.map((part, position) => numberOf(part) * (isoSizes[position] ?? 0));
  return amounts.reduce((sum, amount) => sum + amount, 0);
}

const numberOf = (text: string | undefined): number => Number((text ?? '0').replace(',', '.'));

export type Duration = {
  seconds: number;
  /** `24h`, `P1D`, `daily`. */
  shown: string;
};

function withUnit(amount: number, word: string, m: MeaningOfM): Duration | undefined {
  const unit = unitOf(word, m);
  if (unit === undefined || !Number.isFinite(amount) || amount < 0) return undefined;
  return { seconds: amount * unit.seconds, shown: `${amount}${unit.symbol}` };
}

function readText(written: string, unit: string, m: MeaningOfM): Duration | undefined {
  const text = written.trim();
  if (text.length > 60) return undefined;
  const [, amount, own = ''] = /^(\d+(?:[.,]\d+)?)\s*([a-z]*)$/i.exec(text) ?? [];
  if (amount !== undefined) return withUnit(numberOf(amount), own === '' ? unit : own, m);
  const word = text.toLowerCase();
  const seconds = Object.hasOwn(intervals, word) ? intervals[word] : isoSeconds(text);
  return seconds === undefined ? undefined : { seconds, shown: text };
}

/**
 * A duration of `slaProperties`: a number with a unit (default: days), both in one text (`25h`), an ISO 8601
 * duration, or a word such as `daily`. Undefined for everything else.
 */
export function durationOf(
  value: string | number,
  unit: string | undefined,
  m: MeaningOfM,
): Duration | undefined {
  const word = unit ?? 'd';
  return typeof value === 'number' ? withUnit(value, word, m) : readText(value, word, m);
}
