import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isStatus, Problem } from '../../api/problem.ts';
import { requestTexts } from '../../texts/access.ts';
import type { Me } from '../session/queries.ts';
import { accessQuery } from '../access/queries.ts';
import type { Access } from '../access/queries.ts';
import { rebase, withChosen } from './draft.ts';
import type { Meeting, RequestDraft, useRequestDraft } from './draft.ts';
import { formOf } from './facts.ts';
import { useChangeRequest, useSendRequest } from './queries.ts';
import type { Provider } from './queries.ts';

type SendingProps = {
  me: Me;
  port: Provider;
  changed?: { access: Access };
  onSent: (accessId: string) => void;
  /** The request is not open any more. */
  onDecided: () => void;
};

type Form = { key: string; renew: () => void; drafting: ReturnType<typeof useRequestDraft> };

/** Sends a new request, or the change of an open one. */
export function useSending(props: SendingProps, { key, renew, drafting }: Form) {
  const { me, port, changed, onSent } = props;
  const request = useSendRequest();
  const done = (id: string, message: string) => {
    drafting.forget();
    notifications.show({ message });
    onSent(id);
  };
  const change = useChanging(props, drafting, (id) => done(id, requestTexts.sent));
  const send = () => {
    if (changed !== undefined) {
      change.send(drafting.draft);
      return;
    }
    request.mutate(
      { form: drafting.draft.form, me, provider: port, key },
      {
        onSuccess: ({ accessId, status }) =>
          done(accessId, status === 'requested' ? requestTexts.sent : requestTexts.given),
        // A refused request had no effect, so the corrected form is another one. Without an answer the key stays.
        onError: (error) => error instanceof Problem && renew(),
      },
    );
  };
  return {
    send,
    meeting: change.meeting,
    choose: change.choose,
    closeMeeting: change.closeMeeting,
    isPending: request.isPending || change.isPending,
    error: request.error ?? change.error,
  };
}

/** Changes an open request with `If-Match`. What somebody saved meanwhile is merged; fields that both changed are chosen. */
function useChanging(
  { me, changed, onDecided }: SendingProps,
  drafting: Form['drafting'],
  onDone: (id: string) => void,
) {
  const queryClient = useQueryClient();
  const change = useChangeRequest();
  const [meeting, setMeeting] = useState<Meeting>();
  const id = changed?.access.id ?? '';
  const send = (draft: RequestDraft, before = changed?.access) => {
    if (before === undefined) return;
    change.mutate(
      { form: draft.form, me, before, etag: draft.etag },
      {
        onSuccess: () => onDone(id),
        onError: (error) => isStatus(error, 409, 412) && void meet(draft),
      },
    );
  };
  const meet = async (mine: RequestDraft) => {
    const { data, etag } = await queryClient.fetchQuery({ ...accessQuery(id), staleTime: 0 });
    if (data.lifecycle !== 'requested') {
      onDecided();
      return;
    }
    const { draft, conflicts } = rebase(mine, formOf(data), etag);
    if (conflicts.length > 0) setMeeting({ draft, conflicts });
    else send(draft, data);
  };
  const choose = (chosen: Record<string, unknown>) => {
    if (meeting === undefined) return;
    const draft = withChosen(meeting.draft, chosen);
    setMeeting(undefined);
    drafting.change(draft);
    const now = queryClient.getQueryData(accessQuery(id).queryKey);
    send(draft, now?.data);
  };
  const isMet = isStatus(change.error, 412);
  return {
    send,
    meeting,
    choose,
    closeMeeting: () => setMeeting(undefined),
    isPending: change.isPending,
    error: isMet ? null : change.error,
  };
}
