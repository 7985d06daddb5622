import { countText } from '../../lib/numbers.ts';

/** Words of long lists with filters. */
export const listPartTexts = {
  shown: (count: number, isAll: boolean) =>
    isAll ? `All ${countText(count)}` : `1–${countText(count)}`,
  more: 'Load more',
  loadingMore: 'Loading…',
  close: 'Close',
} as const;

export const listKeyTexts = {
  next: 'Next row',
  previous: 'Previous row',
} as const;

/** Words of the choice of a time. */
export const timeTexts = {
  label: 'Time',
  any: 'Any time',
  spans: {
    hour: 'Last hour',
    day: 'Last 24 hours',
    week: 'Last 7 days',
    month: 'Last 30 days',
  },
  between: 'Between two days',
  from: 'From',
  to: 'To',
  fromDay: (day: string) => `from ${day}`,
  toDay: (day: string) => `until ${day}`,
} as const;
