import type { DifferenceRule } from './difference.ts';

export const sparkDifferences: readonly DifferenceRule[] = [];
