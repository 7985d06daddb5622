import type { QualityRule } from '../../../domain/standards/odcs/contract-model.ts';

/** Whether a rule allows no single row to break it, which is what tests without a threshold ask. */
export function allowsNone({ threshold, unit }: QualityRule): boolean {
  if (threshold === undefined) return false;
  const { operator } = threshold;
  if (operator === '=' || operator === '<=') return threshold.value === 0;
  return operator === '<' && unit === 'rows' && threshold.value > 0 && threshold.value <= 1;
}

/** The query of a rule as part of another statement. */
export function withoutSemicolon(query: string): string {
  let text = query.trim();
  while (text.endsWith(';')) text = text.slice(0, -1).trimEnd();
  return text;
}
