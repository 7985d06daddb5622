import type { QualityRule } from '../../../domain/standards/odcs/contract-model.ts';

/** True if a rule allows no row to break it, which is the default of rules without a threshold. */
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
