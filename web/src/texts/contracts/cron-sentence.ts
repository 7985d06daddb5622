/** A field of a CRON expression, with the numbers that it stands for. */
type CronField = {
  values: readonly number[];
  isAll: boolean;
  /** `n` of a field that is exactly "every n", from its first value on. */
  step: number | undefined;
  /** True for one range without a step. */
  isRange: boolean;
};

type Bounds = { low: number; high: number; names?: readonly string[] };

const months =
  'January February March April May June July August September October November December';
const days = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday';
export const monthNames = months.split(' ');
export const dayNames = days.split(' ');

const bounds = {
  minute: { low: 0, high: 59 },
  hour: { low: 0, high: 23 },
  day: { low: 1, high: 31 },
  month: { low: 1, high: 12, names: ['', ...monthNames] },
  weekday: { low: 0, high: 7, names: dayNames },
} as const satisfies Record<string, Bounds>;

function numberOf(text: string, { low, high, names = [] }: Bounds): number | undefined {
  const short = text.toLowerCase();
  const named = names.findIndex((name) => name !== '' && name.slice(0, 3).toLowerCase() === short);
  const value = named === -1 ? Number(text) : named;
  return Number.isInteger(value) && value >= low && value <= high ? value : undefined;
}

/** A star, a value or a range; only the first and the last may have a step. */
const partPattern = /^(\*|\w+(?=$|-))(?:-(\w+))?(?:\/([1-9]\d*))?$/u;

type Range = { first: number; last: number };

function readRange(from: string, to: string | undefined, limits: Bounds): Range | undefined {
  if (from === '*') return to === undefined ? { first: limits.low, last: limits.high } : undefined;
  const first = numberOf(from, limits);
  const last = to === undefined ? first : numberOf(to, limits);
  if (first === undefined || last === undefined) return undefined;
  return last < first ? undefined : { first, last };
}

function readPart(part: string, limits: Bounds): CronField | undefined {
  const [, from = '', to, by = '1'] = partPattern.exec(part) ?? [];
  const isStar = from === '*';
  const range = readRange(from, to, limits);
  if (range === undefined) return undefined;
  const step = Number(by);
  const count = Math.floor((range.last - range.first) / step) + 1;
  return {
    values: Array.from({ length: count }, (_, index) => range.first + index * step),
    isAll: isStar && step === 1,
    step: isStar && step > 1 ? step : undefined,
    isRange: to !== undefined && step === 1,
  };
}

function readField(text: string, limits: Bounds): CronField | undefined {
  const parts = text.split(',').map((part) => readPart(part, limits));
  const [first] = parts;
  if (parts.length === 1) return first;
  const found = parts.filter((part) => part !== undefined);
  if (found.length < parts.length) return undefined;
  const values = [...new Set(found.flatMap((part) => part.values))].toSorted((a, b) => a - b);
  return { values, isAll: false, step: undefined, isRange: false };
}

const two = (value: number): string => String(value).padStart(2, '0');
const clock = (hour: number, minute: number): string => `${two(hour)}:${two(minute)}`;

/** "a, b and c". */
function joined(words: readonly string[]): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

const maxTimes = 6;

/** The times of a day; undefined for patterns that no short sentence says. */
function timesOf(minute: CronField, hour: CronField): string | undefined {
  if (hour.isAll) return everyHour(minute);
  if (minute.values.length === 1) return someHours(minute.values[0] ?? 0, hour);
  const [first = 0] = hour.values;
  const last = hour.values.at(-1) ?? 0;
  if (hour.isRange && isEven(minute.step, 60)) {
    return `every ${minute.step} minutes from ${clock(first, 0)} to ${clock(last, 60 - minute.step)}`;
  }
  return listed(hour.values.flatMap((each) => minute.values.map((other) => clock(each, other))));
}

function everyHour({ values, isAll, step }: CronField): string | undefined {
  if (isAll) return 'every minute';
  const [at = 0] = values;
  if (values.length > 1) return isEven(step, 60) ? `every ${step} minutes` : undefined;
  return at === 0 ? 'every hour' : `every hour at ${two(at)} minutes past`;
}

function someHours(at: number, { values, step, isRange }: CronField): string | undefined {
  const [first = 0] = values;
  if (isEven(step, 24)) return `every ${step} hours from ${clock(0, at)}`;
  if (isRange) return `every hour from ${clock(first, at)} to ${clock(values.at(-1) ?? 0, at)}`;
  return listed(values.map((each) => clock(each, at)));
}

const listed = (times: readonly string[]): string | undefined =>
  times.length > maxTimes ? undefined : `at ${joined(times)}`;

const isEven = (step: number | undefined, of: number): step is number =>
  step !== undefined && of % step === 0;

/** The days, empty for every day. */
function daysOf(day: CronField, month: CronField, weekday: CronField): string {
  const parts: string[] = [];
  if (!day.isAll) {
    const noun = day.values.length === 1 ? 'day' : 'days';
    parts.push(`on ${noun} ${joined(day.values.map(String))} of the month`);
  }
  if (!weekday.isAll) parts.push(weekdaysOf(weekday));
  const within = month.isAll
    ? ''
    : `in ${joined(month.values.map((each) => monthNames[each - 1] ?? ''))}`;
  return [parts.join(' and '), within].filter((each) => each !== '').join(' ');
}

function weekdaysOf({ values }: CronField): string {
  // Sunday is 0 and 7; a week begins on Monday.
  const found = [...new Set(values.map((each) => (each === 0 ? 7 : each)))].toSorted(
    (a, b) => a - b,
  );
  const key = found.join('');
  if (key === '12345') return 'on weekdays';
  if (key === '67') return 'on weekends';
  if (key === '1234567') return 'on every day of the week';
  return `on ${joined(found.map((each) => dayNames[each % 7] ?? ''))}`;
}

/** "every day at 06:00": a CRON expression in plain words. Patterns that no short sentence says stay as they are written. */
export function cronSentence(cron: string): string {
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = cron.trim().split(/\s+/u);
  const fields = {
    minute: readField(minute, bounds.minute),
    hour: readField(hour, bounds.hour),
    day: readField(day, bounds.day),
    month: readField(month, bounds.month),
    weekday: readField(weekday, bounds.weekday),
  };
  return sentenceOf(fields) ?? `at the times of the CRON expression ${cron.trim()}`;
}

type Fields = Record<keyof typeof bounds, CronField | undefined>;

function sentenceOf({ minute, hour, day, month, weekday }: Fields): string | undefined {
  if (!minute || !hour || !day || !month || !weekday) return undefined;
  const times = timesOf(minute, hour);
  if (times === undefined) return undefined;
  const isAt = times.startsWith('at ');
  const shown = daysOf(day, month, weekday);
  if (shown === '') return isAt ? `every day ${times}` : times;
  return isAt ? `${shown} ${times}` : `${times}, ${shown}`;
}
