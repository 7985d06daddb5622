import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { isStatus } from '../../api/problem.ts';
import { useDraft } from '../../lib/drafts.ts';
import type { FieldConflict } from '../../lib/text/merge-fields.ts';
import { teamFormTexts } from '../../texts/teams/teams.ts';
import { usePutText } from '../documents/changes.ts';
import { textQuery } from '../documents/queries.ts';
import { editsOf, formOfFields } from './team-form.ts';
import type { TeamForm } from './team-form.ts';
import { meetTexts, readTeam, writeTeam } from './team-text.ts';

/** The text of a team with its entity tag. */
export type StoredTeam = { text: string; etag: string | undefined };

/** What was typed, and the text from which it began. */
type TeamDraft = { form: TeamForm; base: StoredTeam };

/** An edit that met another one: the merged fields, and those that both changed. */
type Meeting = {
  base: StoredTeam;
  merged: Record<string, unknown>;
  conflicts: readonly FieldConflict[];
};

export const teamTextQuery = (id: string) => textQuery('teams', id, 'team.yaml');

/** The form of a team over its text. What is typed survives a reload, an expired session, and an edit of somebody else. */
export function useTeamEdit(id: string, stored: StoredTeam, onLeave: () => void) {
  const [first] = useState(() => ({ form: readTeam(stored.text), base: stored }));
  const [draft, change, forget] = useDraft<TeamDraft>(`teams/${id}/edit`, first);
  const begun = useMemo(() => readTeam(draft.base.text), [draft.base.text]);
  const leave = () => {
    forget();
    onLeave();
  };
  const sending = useSending(id, change, leave);
  return {
    ...sending,
    form: draft.form,
    change: (part: Partial<TeamForm>) => change({ ...draft, form: { ...draft.form, ...part } }),
    isChanged: editsOf(begun, draft.form).length > 0,
    save: () => sending.send(draft),
    leave,
  };
}

/** Saves a draft; if somebody else saved meanwhile, both edits are brought together. */
function useSending(id: string, change: (draft: TeamDraft) => void, leave: () => void) {
  const [meeting, setMeeting] = useState<Meeting>();
  const [failure, setFailure] = useState<Error>();
  const queryClient = useQueryClient();
  const put = usePutText('teams');
  const send = ({ form, base }: TeamDraft) => {
    setFailure(undefined);
    put.mutate(
      { id, text: writeTeam(base.text, form), etag: base.etag },
      {
        onSuccess: () => {
          notifications.show({ message: teamFormTexts.saved(form.name) });
          leave();
        },
        onError: (error) => {
          if (isStatus(error, 412)) void meet({ form, base });
        },
      },
    );
  };
  const meet = async ({ form, base }: TeamDraft) => {
    try {
      const theirs = await queryClient.fetchQuery({ ...teamTextQuery(id), staleTime: 0 });
      const { merged, conflicts } = meetTexts(base.text, theirs.text, form);
      if (conflicts.length > 0) setMeeting({ base: theirs, merged, conflicts });
      else sendChosen({ base: theirs, merged });
    } catch (error) {
      setFailure(error as Error);
    }
  };
  const sendChosen = ({ base, merged }: Pick<Meeting, 'base' | 'merged'>) => {
    const next = { form: formOfFields(merged), base };
    setMeeting(undefined);
    change(next);
    send(next);
  };
  return {
    send,
    isPending: put.isPending,
    error: failure ?? (isStatus(put.error, 412) ? null : put.error),
    conflicts: meeting?.conflicts,
    choose: (chosen: Record<string, unknown>) => {
      if (meeting === undefined) return;
      sendChosen({ ...meeting, merged: { ...meeting.merged, ...chosen } });
    },
    closeMeeting: () => setMeeting(undefined),
  };
}
