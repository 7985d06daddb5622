import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { isStatus } from '../../api/problem.ts';
import { announce } from '../../lib/announce.ts';
import { online } from '../../lib/connection.ts';
import { useDraft } from '../../lib/drafts.ts';
import { useStore } from '../../lib/store.ts';
import { changeTexts } from '../../texts/studio/changes.ts';
import { teamsToTell } from '../release/use-verdict.ts';
import { addComment, decideChange, editChange } from './queries.ts';
import type { Change, ChangeVerb } from './queries.ts';

const done = {
  accept: changeTexts.accepted,
  decline: changeTexts.declined,
  withdraw: changeTexts.withdrawn,
} as const;

/** One write at a time; afterwards what it concerns is read again. */
function useSending(id: string) {
  const queryClient = useQueryClient();
  const [error, setError] = useState<Error>();
  const [isStale, setStale] = useState(false);
  const [isSending, setSending] = useState(false);
  const isOnline = useStore(online);
  // A key that is pressed twice must not send twice: state would only change with the next drawing.
  const sending = useRef(false);
  const refresh = async () => {
    void queryClient.invalidateQueries({ queryKey: ['todo'] });
    void queryClient.invalidateQueries({ queryKey: ['change-requests', id] });
    await queryClient.invalidateQueries({ queryKey: ['change-requests', 'list'] });
  };
  const run = async (work: () => Promise<void>) => {
    if (sending.current || !isOnline) return false;
    sending.current = true;
    setSending(true);
    setError(undefined);
    setStale(false);
    try {
      await work();
      return true;
    } catch (failure) {
      if (isStatus(failure, 409, 412)) setStale(true);
      else setError(failure as Error);
      return false;
    } finally {
      sending.current = false;
      setSending(false);
      await refresh();
    }
  };
  return { run, refresh, error, isStale, isBusy: isSending || !isOnline };
}

/** What a person does with a proposed change; the note and the ticks of the decision survive until it is sent. */
export function useChange(id: string, onDecided: () => void) {
  const { run, refresh, ...state } = useSending(id);
  const [draft, setDraft, forget] = useDraft(`change ${id}`, { note: '', told: [] as string[] });
  const { note } = draft;
  const [needsNote, setNeedsNote] = useState(false);
  const decide = async (change: Change, verb: ChangeVerb) => {
    const isMissing = verb === 'decline' && note.trim() === '';
    setNeedsNote(isMissing);
    if (isMissing) {
      focusNote();
      return;
    }
    const asked = teamsToTell(change.verdict ?? undefined).map(({ teamId }) => teamId);
    const informed = asked.filter((teamId) => draft.told.includes(teamId));
    if (!(await run(() => decideChange(change, { verb, note, informed })))) return;
    const sentence = done[verb](change.title);
    notifications.show({ message: sentence });
    announce(sentence);
    forget();
    onDecided();
  };
  const setNote = (text: string) => {
    setNeedsNote(false);
    setDraft({ ...draft, note: text });
  };
  const setTold = (teams: ReadonlySet<string>) => setDraft({ ...draft, told: [...teams] });
  /** Replaces the proposed text by a computed one. */
  const replace = (change: Change, source: string) => run(() => editChange(change, source));
  const edit = async (change: Change, source: string) => {
    await editChange(change, source);
    announce(changeTexts.saved);
    await refresh();
  };
  const comment = async (change: Change, text: string) => {
    await addComment(change, text);
    await refresh();
  };
  const told: ReadonlySet<string> = new Set(draft.told);
  return { ...state, note, setNote, told, setTold, needsNote, decide, replace, edit, comment };
}

export function focusNote(): void {
  document.querySelector<HTMLElement>('.decision-bar .input')?.focus();
}
