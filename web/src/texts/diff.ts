import { counted } from '../lib/numbers.ts';

/** Words of two texts side by side. */
export const diffTexts = {
  same: 'The texts are the same.',
  skipped: (lines: number) => counted(lines, 'equal line'),
  added: 'added',
  removed: 'removed',
} as const;
