import { countText } from '../../lib/numbers.ts';

/** Words of the list of schedules. */
export const scheduleListTexts = {
  title: 'Schedules',
  lead: 'What begins by itself: integrations, contract tests, and the housekeeping of the installation.',
  columns: { name: 'Schedule', when: 'When', next: 'Next', last: 'Last', state: 'State' },
  kind: 'Kind',
  enabled: 'State',
  enabledOptions: { all: 'All', true: 'On', false: 'Off' },
  states: {
    on: 'On',
    off: 'Off',
    paused: 'Kind paused',
    overdue: 'Overdue',
    skipped: 'Skipped once',
  },
  skipped: 'The earlier work still ran at ',
  never: 'Never',
  noNext: 'Never again',
  nextFive: 'Next times',
  shown: (count: number, hasMore: boolean) =>
    hasMore ? `The first ${countText(count)}` : `${countText(count)} in all`,
  more: 'Show more',
  none: 'No schedule',
  noneHint: 'Integrations and contracts with a schedule appear here.',
  work: 'Its work',
} as const;
