import type { Impact } from '../../../domain/contract-changes/rules.ts';
import { contractHits, noHits } from './contract-hits.ts';

/** The change that a revision makes; `verdict` is JSON text. */
export type RecordedChange = { impact: Impact; verdict: string };

const none = `'${JSON.stringify(noHits)}'::json`;
const hits = `case i.impact when 'patch' then ${none} else ${contractHits('i.organization_id', 'i.id')} end`;

/** Follows `input` and `head` in a statement: records the changes of these revisions with the affected ports and accesses. A patch affects none. */
export const recordChanges = (onlyPatches: boolean): string => `change as (
      insert into contract_changes (organization_id, id, revision, impact, verdict, hits)
      select i.organization_id, i.id, h.revision, i.impact, i.verdict, ${onlyPatches ? none : hits}
      from input i join head h using (n) where i.impact is not null)`;
