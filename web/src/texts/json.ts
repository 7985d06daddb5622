import { counted } from '../lib/numbers.ts';

/** Words of the view of JSON. */
export const jsonTexts = {
  copyPath: (path: string) => `Copy the path ${path}`,
  open: (name: string) => `Open ${name}`,
  close: (name: string) => `Close ${name}`,
  all: 'all',
  members: (count: number) => counted(count, 'member'),
  entries: (count: number) => counted(count, 'entry', 'entries'),
  more: (count: number) => `Show ${counted(count, 'more entry', 'more entries')}`,
} as const;
