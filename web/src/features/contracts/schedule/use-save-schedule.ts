import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isStatus } from '../../../api/problem.ts';
import { mergeFields } from '../../../lib/text/merge-fields.ts';
import type { FieldConflict } from '../../../lib/text/merge-fields.ts';
import { scheduleTexts } from '../../../texts/contracts/schedule.ts';
import { usePutText } from '../../documents/changes.ts';
import { textQuery } from '../../documents/queries.ts';
import { ownScheduleOf, withSchedule } from './own-schedule.ts';
import type { OwnSchedule } from './own-schedule.ts';

/** A stored text of a contract, with its entity tag. */
export type Source = { text: string; etag: string | undefined };

export const sourceQuery = (id: string) => textQuery('datacontracts', id, 'datacontract.yaml');

/** An edit that met another one of the same schedule. */
export type Meeting = {
  conflicts: readonly FieldConflict[];
  merged: Readonly<Record<string, unknown>>;
  theirs: Source;
};

type Save = { base: Source; mine: OwnSchedule };

/** Writes a schedule into the text of the contract. What others saved in other parts of the text meanwhile stays. */
export function useSaveSchedule(id: string, onSaved: () => void) {
  const queryClient = useQueryClient();
  const put = usePutText('datacontracts');
  const [meeting, setMeeting] = useState<Meeting>();
  const save = async ({ base, mine }: Save): Promise<Meeting | undefined> => {
    const text = withSchedule(base.text, mine);
    if (text === undefined) throw new TypeError(scheduleTexts.unreadable);
    try {
      if (text !== base.text) await put.mutateAsync({ id, text, etag: base.etag });
      return undefined;
    } catch (error) {
      if (!isStatus(error, 412)) throw error;
      const theirs = await queryClient.fetchQuery({ ...sourceQuery(id), staleTime: 0 });
      const found = mergeFields(ownScheduleOf(base.text), ownScheduleOf(theirs.text), mine);
      if (found.conflicts.length > 0) return { ...found, theirs };
      return save({ base: theirs, mine: found.merged as OwnSchedule });
    }
  };
  const mutation = useMutation({
    mutationFn: save,
    onSuccess: (met) => {
      setMeeting(met);
      if (met !== undefined) return;
      notifications.show({ message: scheduleTexts.saved });
      onSaved();
    },
  });
  return {
    ...mutation,
    meeting,
    leave: () => setMeeting(undefined),
    choose: (chosen: Record<string, unknown>) => {
      if (meeting === undefined) return;
      setMeeting(undefined);
      mutation.mutate({
        base: meeting.theirs,
        mine: { ...meeting.merged, ...chosen } as OwnSchedule,
      });
    },
  };
}
