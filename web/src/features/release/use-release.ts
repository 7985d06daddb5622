import { useDraft } from '../../lib/drafts.ts';
import { saveBlock, useVerdict } from './use-verdict.ts';
import type { Judged } from './use-verdict.ts';
import type { Candidate } from './queries.ts';

/** What stands between a text and its release. */
export type Release = {
  judged: Judged;
  /** Teams that the author says to have told; they survive a reload. */
  told: ReadonlySet<string>;
  setTold: (teams: ReadonlySet<string>) => void;
  /** Why the text cannot be saved yet. */
  block: string | undefined;
  /** Forgets who was told, once the text is saved. */
  forget: () => void;
};

/** A text, and whether it differs from a stored one: only then is there something to judge. */
type EditedText = Omit<Candidate, 'format'> & { isChanged: boolean };

/** The verdict on the text that is being edited, and whom its author has told. */
export function useRelease({ isChanged, ...candidate }: EditedText): Release {
  const { kind, id } = candidate;
  const judged = useVerdict({ ...candidate, format: 'yaml' }, isChanged);
  const [draft, setDraft, clear] = useDraft<{ teams: string[] }>(`told ${kind}/${id}`, {
    teams: [],
  });
  const told = new Set(draft.teams);
  const forget = () => {
    setDraft({ teams: [] });
    clear();
  };
  const setTold = (teams: ReadonlySet<string>) => setDraft({ teams: [...teams] });
  return { judged, told, setTold, block: isChanged ? saveBlock(judged, told) : undefined, forget };
}
