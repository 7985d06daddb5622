import type { Tone } from '../../../texts/status-words.ts';
import { schemaTexts } from '../../../texts/contracts/contract.ts';
import { countText } from '../../../lib/numbers.ts';
import { isBroken, worstFirst } from '../checks/order.ts';
import type { ModelCheck, ModelField, ModelTable } from '../queries.ts';

/** What the newest test found, in the width of a column. */
export type Measure = { tone: Tone; text: string };

function shortOf(check: ModelCheck): string {
  if (check.result === 'error') return schemaTexts.notTested;
  if (check.type.endsWith('is_present')) return schemaTexts.missing;
  const actual = /column is '([^']+)'/u.exec(check.reason ?? '')?.[1];
  if (actual !== undefined) return schemaTexts.columnIs(actual);
  if (check.failedNumber === null) return schemaTexts.fails;
  return check.type.endsWith('unique')
    ? schemaTexts.twice(check.failedNumber)
    : countText(check.failedNumber);
}

/** Sums the checks of a field or table up; undefined if no check looks at it. */
export function measureOf(checks: readonly ModelCheck[]): Measure | undefined {
  const judged = checks.filter(({ result }) => result !== 'unknown');
  if (judged.length === 0) return undefined;
  const broken = worstFirst(judged.filter(isBroken));
  if (broken.length === 0) return { tone: 'ok', text: schemaTexts.passes };
  const tone = broken.every(({ result }) => result === 'warning') ? 'warn' : 'bad';
  return { tone, text: [...new Set(broken.map(shortOf))].join(' + ') };
}

/** Rows of a table that the newest test has read. */
export function rowsOf({ checks, fields }: ModelTable): number | undefined {
  const all = [...checks, ...fields.flatMap((field) => field.checks)];
  const totals = all.map(({ totalNumber }) => totalNumber ?? 0);
  const most = totals.reduce((one, other) => Math.max(one, other), 0);
  return most === 0 ? undefined : most;
}

/** Failing checks of a table and its fields. */
export function failuresOf({ checks, fields }: ModelTable): number {
  const all = [...checks, ...fields.flatMap((field: ModelField) => field.checks)];
  return all.filter(({ result }) => result === 'failed' || result === 'error').length;
}
