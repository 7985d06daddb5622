import type { DifferenceRule } from './difference.ts';

export const jsonSchemaDifferences: readonly DifferenceRule[] = [];
