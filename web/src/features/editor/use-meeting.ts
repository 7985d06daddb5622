import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FieldConflict } from '../../lib/text/merge-fields.ts';
import { readSource, sourceQuery } from './queries.ts';
import type { Source } from './queries.ts';
import { revisionOf } from './use-edit.ts';
import type { Base, Edit, EditStart } from './use-edit.ts';

/** Parts that the edit and another one both changed. */
export type Meeting = {
  conflicts: readonly FieldConflict[];
  theirs: Source;
  join: (chosen: Readonly<Record<string, unknown>>) => string;
};

/** Brings an edit together with what was saved since it began. Parts that both changed are chosen by a person. */
export function useMeeting({ kind, id }: EditStart, edit: Edit) {
  const queryClient = useQueryClient();
  const [meeting, setMeeting] = useState<Meeting>();
  const [isMerged, setMerged] = useState(false);
  const [isChosen, setChosen] = useState(false);
  const [error, setError] = useState<Error>();
  const meet = async ({ text, base }: { text: string; base: Base | undefined }) => {
    if (base === undefined) return;
    setError(undefined);
    setChosen(false);
    try {
      const theirs = await queryClient.fetchQuery({ ...sourceQuery(kind, id), staleTime: 0 });
      const before = base.text ?? (await readSource({ kind, id, revision: revisionOf(base) })).text;
      const { meetTexts } = await import('./text/text-parts.ts');
      const { conflicts, join } = meetTexts(before, theirs.text, text);
      if (conflicts.length > 0) setMeeting({ conflicts, join, theirs });
      else {
        edit.setAll({ text: join({}), base: theirs });
        setMerged(true);
      }
    } catch (failure) {
      setError(failure as Error);
    }
  };
  return {
    meeting,
    isMerged,
    /** What both changed was chosen; it is not saved before its verdict is there. */
    isChosen,
    error,
    meet,
    close: () => setMeeting(undefined),
    /** The text with what was chosen, as an edit of theirs. */
    choose: (chosen: Record<string, unknown>): { text: string; base: Base | undefined } => {
      if (meeting === undefined) return edit;
      const next = { text: meeting.join(chosen), base: meeting.theirs };
      edit.setAll(next);
      setChosen(true);
      setMeeting(undefined);
      return next;
    },
  };
}
