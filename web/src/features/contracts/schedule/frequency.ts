/** How often tests run, as far as a form without CRON can say it. */
export type Frequency = {
  every: 'day' | 'weekday' | 'week' | 'hour' | 'cron';
  /** "06:00"; of the hour only its minutes count. */
  time: string;
  /** Day of the week from 0, Sunday. */
  weekday: string;
  /** What is typed for `cron`. */
  cron: string;
};

const two = (text: string): string => text.padStart(2, '0');

const simple = /^(\d{1,2}) (\d{1,2}|\*) \* \* (\*|1-5|[0-7])$/u;

/** The form of a CRON expression. */
export function frequencyOf(expression: string): Frequency {
  const cron = expression.trim().replaceAll(/\s+/gu, ' ');
  const [, minute = '0', hour = '6', days] = simple.exec(cron) ?? [];
  const time = `${two(hour === '*' ? '0' : hour)}:${two(minute)}`;
  const weekday = days !== undefined && /^\d$/u.test(days) ? String(Number(days) % 7) : '1';
  return { every: everyOf(hour, days), time, weekday, cron };
}

function everyOf(hour: string, days: string | undefined): Frequency['every'] {
  if (days === undefined) return 'cron';
  if (hour === '*') return days === '*' ? 'hour' : 'cron';
  if (days === '*') return 'day';
  return days === '1-5' ? 'weekday' : 'week';
}

/** The CRON expression of a form; empty while its time is not typed. */
export function cronOf({ every, time, weekday, cron }: Frequency): string {
  if (every === 'cron') return cron.trim().replaceAll(/\s+/gu, ' ');
  const [hour = '', minute = ''] = time.split(':');
  if (hour === '' || minute === '') return '';
  const at = `${Number(minute)} ${every === 'hour' ? '*' : Number(hour)}`;
  const days = { day: '*', hour: '*', weekday: '1-5', week: weekday }[every];
  return `${at} * * ${days}`;
}
