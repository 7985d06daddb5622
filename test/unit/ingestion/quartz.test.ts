import { toCron } from '../../../domain/ingestion/quartz.ts';

it.each([
  ['0 6 * * 1-5', '0 6 * * 1-5'],
  ['0 0 6 * * ?', '0 6 * * *'],
  ['0 0 6 ? * 2-6', '0 6 * * 1,2,3,4,5'],
  ['0 0 6 ? * FRI-MON', '0 6 * * 0,1,5,6'],
  ['0 0 6 ? * 1', '0 6 * * 0'],
  ['0 0/15 8-10 * * ? *', '0,15,30,45 8,9,10 * * *'],
  ['00 30 22-2 1,15 JAN,JUL ?', '30 0,1,2,22,23 1,15 1,7 *'],
  ['0 5/20 * 1/10 * ?', '5,25,45 * 1,11,21,31 * *'],
])('%s is %s', (expression, cron) => {
  expect(toCron(expression)).toBe(cron);
});

it.each([
  ['30 0 6 * * ?', 'seconds'],
  ['0 60 6 * * ?', 'minutes'],
  ['0 0 24 * * ?', 'hours'],
  ['0 0 6 0 * ?', 'day of month'],
  ['0 0 6 L * ?', 'day of month'],
  ['0 0 6 15W * ?', 'day of month'],
  ['0 0 6 * 13 ?', 'month'],
  ['0 0 6 ? * 8', 'day of week'],
  ['0 0 6 ? * 0', 'day of week'],
  ['0 0 6 ? * MON-', 'day of week'],
  ['0 0 6 ? * FOO', 'day of week'],
  ['0 0 6 ? * 6#3', 'day of week'],
  ['0 0 6 ? * 1/0', 'day of week'],
  ['0 0 6 10 * MON', 'day of week'],
  ['0 0 6 * * ? 2027', 'year'],
  ['0 6 * *', 'fields'],
])('%s is refused for its %s', (expression, part) => {
  expect(() => toCron(expression)).toThrow(part);
});
