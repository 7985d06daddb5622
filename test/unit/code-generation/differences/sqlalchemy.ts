import type { DifferenceRule } from './difference.ts';

export const sqlalchemyDifferences: readonly DifferenceRule[] = [];
