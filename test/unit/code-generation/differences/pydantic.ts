import type { DifferenceRule } from './difference.ts';

export const pydanticDifferences: readonly DifferenceRule[] = [];
