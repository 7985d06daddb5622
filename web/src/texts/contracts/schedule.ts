import { cronSentence } from './cron-sentence.ts';

/** Words of the schedule of a contract's tests. */
export const scheduleTexts = {
  label: 'Schedule of the tests',
  tested: (cron: string, timezone: string) => `Tested ${cronSentence(cron)} (${timezone})`,
  ofOrganization: 'by the schedule of the organization',
  next: 'next ',
  none: 'No schedule: tests run when somebody asks for them.',
  off: 'No schedule: this contract is tested only when somebody asks for it.',
  failing: (server: string) =>
    server === '' ? 'The scheduled test fails' : `The scheduled test on ${server} fails`,
  since: ' since ',
  skipped: (server: string) =>
    server === ''
      ? 'The last scheduled test was skipped'
      : `The last scheduled test on ${server} was skipped`,
  result: 'See the test',
  change: 'Change schedule',
  title: 'Schedule of the tests',
  save: 'Save schedule',
  saved: 'The schedule is saved.',
  unreadable: 'The text of the contract cannot be changed here. Open it in the editor.',
  when: 'Tests run',
  modes: {
    own: 'at times of this contract',
    organization: 'by the schedule of the organization, if it has one',
    off: 'only when somebody asks',
  },
  every: 'How often',
  frequencies: {
    day: 'Every day',
    weekday: 'Every weekday, Monday to Friday',
    week: 'Once a week',
    hour: 'Every hour',
    cron: 'By a CRON expression',
  },
  weekday: 'Day of the week',
  time: 'Time',
  minutes: 'Time; only its minutes count',
  cron: 'CRON expression',
  cronHint: 'Five fields: minute, hour, day of the month, month, day of the week.',
  cronProblem:
    'This is not a CRON expression of five fields that is ever due, such as 0 6 * * 1-5.',
  timezone: 'Time zone',
  servers: 'Servers',
  noServer: 'Choose a server, or let tests run only when somebody asks.',
  preview: (sentence: string, timezone: string) => `Tests run ${sentence} (${timezone}).`,
  nextRuns: 'Next: ',
  conflictTimes: 'Times',
  conflictServers: 'Servers',
  allServers: 'all servers',
} as const;
