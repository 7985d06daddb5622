import { refuse } from '../errors.ts';

const weekdays = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
const months = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ');

/** A field of a CRON expression: its title, its values, and the names of its first values. */
type Field = { title: string; first: number; last: number; names?: readonly string[] };

/** Quartz numbers weekdays from 1, Sunday. */
const fields: readonly Field[] = [
  { title: 'minutes', first: 0, last: 59 },
  { title: 'hours', first: 0, last: 23 },
  { title: 'day of month', first: 1, last: 31 },
  { title: 'month', first: 1, last: 12, names: months },
  { title: 'day of week', first: 1, last: 7, names: weekdays },
];

/**
 * Converts a CRON expression of five fields, or a Quartz expression of six or seven (seconds first, year last,
 * `?`, weekday 1 = Sunday), to five fields. Refuses with `invalid_body`, naming the part, invalid expressions
 * and those that five fields cannot express.
 */
export function toCron(expression: string): string {
  const parts = expression.trim().split(/\s+/);
  if (parts.length === 5) return parts.join(' ');
  if (parts.length !== 6 && parts.length !== 7) {
    return refuse(
      'invalid_body',
      `scheduleExpression '${expression}' has ${parts.length} fields: use five (CRON), or six or seven (Quartz), e.g. '0 6 * * *'.`,
    );
  }
  const problem = problemOf(parts);
  if (problem) refusePart(expression, problem);
  return fields
    .map((field, index) => {
      const part = parts[index + 1] ?? '';
      const title = `${field.title} '${part}'`;
      return (
        convert(part, field) ??
        refusePart(expression, `${title} cannot be expressed in five fields`)
      );
    })
    .join(' ');
}

function refusePart(expression: string, problem: string): never {
  return refuse('invalid_body', `scheduleExpression '${expression}': its ${problem}.`);
}

/** Problems that concern more than one field. */
function problemOf(parts: readonly string[]): string | undefined {
  const [seconds = '', , , day = '', , weekday = '', year = '*'] = parts;
  if (!/^0{1,2}$/.test(seconds)) return `seconds '${seconds}' must be 0`;
  if (year !== '*') return `year '${year}' must be *`;
  // In five fields, both set would mean either of them.
  if (saysNothing(day) || saysNothing(weekday)) return undefined;
  return `day of week '${weekday}' must be ? when there is a day of month`;
}

const saysNothing = (part: string): boolean => part === '?' || part === '*';

/** Returns undefined unless the part is a list of values, ranges and steps within the values of the field. */
function convert(part: string, field: Field): string | undefined {
  if (part === '*' || (part === '?' && field.title.startsWith('day'))) return '*';
  const values = new Set<number>();
  for (const item of part.split(',')) {
    const found = valuesOf(item, field);
    if (!found) return undefined;
    for (const value of found) values.add(value);
  }
  const isWeekday = field.names === weekdays;
  // In five fields weekdays count from 0.
  const shown = [...values].map((value) => (isWeekday ? value - 1 : value));
  return shown.sort((one, other) => one - other).join(',');
}

/** A value, a range, which may wrap around, or either with a step. */
function valuesOf(item: string, field: Field): number[] | undefined {
  const [range = '', step, ...more] = item.split('/');
  const every = step === undefined ? 1 : /^\d+$/.test(step) ? Number(step) : 0;
  const ends = endsOf(range, field, step !== undefined);
  if (!ends || every < 1 || more.length > 0) return undefined;
  const count = field.last - field.first + 1;
  const length = ((ends.to - ends.from + count) % count) + 1;
  return Array.from({ length }, (_, index) => index)
    .filter((index) => index % every === 0)
    .map((index) => ((ends.from - field.first + index) % count) + field.first);
}

/** With a step, a single value starts a range to the end. */
function endsOf(
  range: string,
  field: Field,
  isStepped: boolean,
): { from: number; to: number } | undefined {
  if (range === '*') return { from: field.first, to: field.last };
  const [start = '', end, ...more] = range.split('-');
  const from = valueOf(start, field);
  const to = end === undefined ? (isStepped ? field.last : from) : valueOf(end, field);
  return from === undefined || to === undefined || more.length > 0 ? undefined : { from, to };
}

function valueOf(text: string, { first, last, names = [] }: Field): number | undefined {
  const named = names.indexOf(text.toUpperCase());
  const value = named >= 0 ? first + named : /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return value >= first && value <= last ? value : undefined;
}
