import { refuse } from '../errors.ts';

const weekdays = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

/** Fields of a CRON expression: what people call them, and their largest value, for steps without an end. */
const fields = [
  { title: 'minutes', largest: 59 },
  { title: 'hours', largest: 23 },
  { title: 'day of month', largest: 31 },
  { title: 'month', largest: 12 },
  { title: 'day of week', largest: 7 },
] as const;

/**
 * A CRON expression of five fields for one of five, or for a Quartz expression of six or seven (seconds first, year last, `?`, weekday 1 =
 * Sunday). Refuses with `invalid_body`, naming the part, what five fields cannot say.
 */
export function toCron(expression: string): string {
  const parts = expression.trim().split(/\s+/);
  if (parts.length === 5) return parts.join(' ');
  if (parts.length !== 6 && parts.length !== 7) {
    return refuse(
      'invalid_body',
      `scheduleExpression '${expression}' has ${parts.length} fields: five (CRON), or six or seven (Quartz) are needed, e.g. '0 6 * * *'.`,
    );
  }
  const [seconds = '', ...others] = parts;
  if (seconds !== '0' && seconds !== '00') refusePart(expression, 'seconds', seconds, 'must be 0');
  const year = others[5];
  if (year !== undefined && year !== '*') refusePart(expression, 'year', year, 'must be *');
  const converted = fields.map(({ title, largest }, index) => {
    const part = others[index] ?? '*';
    if (part === '?' && (index === 2 || index === 4)) return '*';
    if (!/^[\dA-Za-z*,/-]+$/.test(part) || /\d*[LW]/.test(part.replaceAll(/JUL|WED/gi, ''))) {
      return refusePart(expression, title, part, 'cannot be said in five fields');
    }
    const items = part.split(',').map((item) => toItem(item, largest, index === 4));
    return items.join(',');
  });
  return converted.join(' ');
}

/** One item of a field: a value, a range, or either with a step. */
function toItem(item: string, largest: number, isWeekday: boolean): string {
  const [range = '', step] = item.split('/');
  const [from = '', to = step === undefined ? from : String(largest)] = range.split('-');
  if (range === '*') return item;
  if (isWeekday) return listWeekdays(toWeekday(from), toWeekday(to), Number(step ?? 1));
  if (from === to) return from;
  return step === undefined ? `${from}-${to}` : `${from}-${to}/${step}`;
}

/** Quartz lets a range of weekdays go over the end of the week. */
function listWeekdays(first: number, last: number, step: number): string {
  const length = ((last - first + 7) % 7) + 1;
  const days = Array.from({ length }, (_, index) => (first + index) % 7);
  return days.filter((_, index) => index % step === 0).join(',');
}

function toWeekday(written: string): number {
  const named = weekdays.indexOf(written.toUpperCase());
  return named >= 0 ? named : Number(written) - 1;
}

function refusePart(expression: string, title: string, part: string, problem: string): never {
  return refuse(
    'invalid_body',
    `scheduleExpression '${expression}': its ${title} '${part}' ${problem}.`,
  );
}
