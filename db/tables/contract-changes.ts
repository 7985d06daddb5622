import type { Impact } from '../../domain/contract-changes/rules.ts';
import { contractHits, noHits } from '../views/contract-hits.ts';

/** What a revision changed, as it is recorded beside it; `verdict` is JSON text. */
export type RecordedChange = { impact: Impact; verdict: string };

/** Columns that `recordChanges` needs in `input`, with their types. */
export const changeColumns = [
  { name: 'impact', type: 'text' },
  { name: 'verdict', type: 'json' },
] as const;

/**
 * Part of a statement behind `input` and `head`: records the changes of these revisions with who is hit; a patch hits
 * nobody, and is spared the look.
 */
export function recordChanges(isPatch: boolean): string {
  const hits = isPatch
    ? `'${JSON.stringify(noHits)}'::json`
    : contractHits('i.organization_id', 'i.id');
  return `,
    change as (
      insert into contract_changes (organization_id, id, revision, impact, verdict, hits)
      select i.organization_id, i.id, h.revision, i.impact, i.verdict, ${hits}
      from input i join head h using (n))`;
}
