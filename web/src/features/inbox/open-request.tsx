import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { DecisionBar } from '../../components/controls/decision-bar.tsx';
import { ErrorState } from '../../components/states/error-state.tsx';
import { ProblemNote } from '../../components/states/problem-note.tsx';
import { SkeletonLines } from '../../components/states/skeleton.tsx';
import { announce } from '../../lib/announce.ts';
import { online } from '../../lib/connection.ts';
import { useDraft } from '../../lib/drafts.ts';
import { useKeys } from '../../lib/keys.ts';
import { useStore } from '../../lib/store.ts';
import { inboxTexts } from '../../texts/inbox.ts';
import { consumerOf } from '../access/facts.ts';
import { accessQuery } from '../access/queries.ts';
import type { Access } from '../access/queries.ts';
import { decide } from './decide.ts';
import type { Outcome, Verb } from './decide.ts';
import { MeanwhileNote } from './meanwhile-note.tsx';
import { RequestDetail } from './request-detail.tsx';

type OpenRequestProps = {
  id: string;
  /** Opens the request after this one. */
  onNext: () => void;
};

/** The open request with the bar that decides about it. */
export function OpenRequest({ id, onNext }: OpenRequestProps) {
  const { data, error, refetch } = useQuery(accessQuery(id));
  const access = data?.data;
  const decision = useDecision(id, { access, etag: data?.etag, onNext });
  const { outcome } = decision;
  if (access === undefined) {
    return error === null ? (
      <div className="inbox-inside">
        <SkeletonLines lines={10} />
      </div>
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} />
    );
  }
  const isOpen = access.lifecycle === 'requested' && outcome?.result !== 'withdrawn';
  return (
    <>
      <div className="inbox-inside">
        <MeanwhileNote access={access} outcome={outcome} onNext={onNext} />
        <RequestDetail access={access} etag={data?.etag} />
      </div>
      {isOpen && <Decide access={access} decision={decision} />}
    </>
  );
}

type Decision = ReturnType<typeof useDecision>;

function Decide({ access, decision }: { access: Access; decision: Decision }) {
  const { note, setNote, send, error, isBusy, needsNote } = decision;
  return (
    <div className="inbox-decision">
      {error !== undefined && <ProblemNote error={error} />}
      {needsNote && (
        <p className="field-problem" role="alert">
          {inboxTexts.noteFirst}
        </p>
      )}
      <DecisionBar label={inboxTexts.note(consumerOf(access))} note={note} onNote={setNote}>
        <Button tone="danger" disabled={isBusy} onClick={() => send('reject')}>
          {inboxTexts.decline} <kbd>D</kbd>
        </Button>
        <Button disabled={isBusy} onClick={() => send('request-change')}>
          {inboxTexts.requestChange} <kbd>C</kbd>
        </Button>
        <Button tone="primary" disabled={isBusy} onClick={() => send('approve')}>
          {inboxTexts.approve} <kbd>A</kbd>
        </Button>
      </DecisionBar>
    </div>
  );
}

type Context = { access: Access | undefined; etag: string | undefined; onNext: () => void };

/** The decision about one request: its note, which survives until it is sent, its keys, and what became of it. */
function useDecision(id: string, { access, etag, onNext }: Context) {
  const queryClient = useQueryClient();
  const [{ note }, setDraft, forget] = useDraft(`decision ${id}`, { note: '' });
  const [outcome, setOutcome] = useState<Outcome>();
  const [error, setError] = useState<Error>();
  const [isSending, setSending] = useState(false);
  const [needsNote, setNeedsNote] = useState(false);
  const isOnline = useStore(online);
  // A key that is pressed twice must not send twice: state would only change with the next drawing.
  const sending = useRef(false);
  const send = (verb: Verb) => {
    if (access?.lifecycle !== 'requested' || sending.current || !isOnline) return;
    const isMissing = verb === 'request-change' && note.trim() === '';
    setNeedsNote(isMissing);
    if (isMissing) {
      focusNote();
      return;
    }
    void submit(verb, access);
  };
  const submit = async (verb: Verb, decided: Access) => {
    sending.current = true;
    setSending(true);
    setError(undefined);
    try {
      const became = await decide(id, etag, { verb, note });
      setOutcome(became);
      if (became.result === 'done') tellDone(verb, decided);
      await refresh(queryClient, id);
      if (became.result === 'done') {
        forget();
        onNext();
      }
    } catch (failure) {
      setError(failure as Error);
    } finally {
      sending.current = false;
      setSending(false);
    }
  };
  useDecisionKeys(send);
  const setNote = (text: string) => {
    setNeedsNote(false);
    setDraft({ note: text });
  };
  return { note, setNote, send, outcome, error, needsNote, isBusy: isSending || !isOnline };
}

async function refresh(queryClient: QueryClient, id: string): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: ['me'] });
  void queryClient.invalidateQueries({ queryKey: ['todo'] });
  void queryClient.invalidateQueries({ queryKey: ['access', id] });
  await queryClient.invalidateQueries({ queryKey: ['access', 'list'] });
}

function tellDone(verb: Verb, access: Access): void {
  const who = consumerOf(access);
  const sentence = {
    approve: inboxTexts.approved(who),
    reject: inboxTexts.declined(who),
    'request-change': inboxTexts.sentBack(who),
  }[verb];
  notifications.show({ message: sentence });
  announce(sentence);
}

function focusNote(): void {
  document.querySelector<HTMLElement>('.decision-bar .input')?.focus();
}

function useDecisionKeys(send: (verb: Verb) => void): void {
  const latest = useRef(send);
  useEffect(() => void (latest.current = send));
  const { keys } = inboxTexts;
  useKeys(
    useMemo(
      () => [
        { keys: 'a', does: keys.approve, run: () => latest.current('approve') },
        { keys: 'd', does: keys.decline, run: () => latest.current('reject') },
        { keys: 'c', does: keys.change, run: () => latest.current('request-change') },
        { keys: 'n', does: keys.note, run: focusNote },
      ],
      [keys],
    ),
  );
}
