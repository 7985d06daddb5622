import { Modal } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { violationAt } from '../../api/problem.ts';
import { Button } from '../../components/controls/button.tsx';
import { Field } from '../../components/controls/field.tsx';
import { ProblemNote } from '../../components/states/problem-note.tsx';
import { announce } from '../../lib/announce.ts';
import { useDraft } from '../../lib/drafts.ts';
import { useIdempotencyKey } from '../../lib/idempotency.ts';
import { proposeTexts } from '../../texts/studio/release.ts';
import { proposeChange } from './propose.ts';
import type { ProposedText } from './propose.ts';

type ProposeDialogProps = ProposedText & {
  onClose: () => void;
  /** The change is proposed: what was typed need not be kept. */
  onProposed: () => void;
};

/** Proposes a text to those who may save the document: what the change is about, and why. */
export function ProposeDialog({ onClose, onProposed, ...proposed }: ProposeDialogProps) {
  const name = `propose ${proposed.kind}/${proposed.id}`;
  const [form, change, forget] = useDraft(name, { title: '', note: '' });
  const { error, isSending, send } = useSending(proposed, () => {
    forget();
    onProposed();
  });
  return (
    <Modal opened onClose={onClose} size="lg" title={proposeTexts.title} withCloseButton={false}>
      <div className="stack">
        <p className="soft">{proposeTexts.detail}</p>
        <Field label={proposeTexts.what} problem={violationAt(error, 'title')}>
          {(control) => (
            <input
              {...control}
              className="input"
              maxLength={200}
              value={form.title}
              onChange={(event) => change({ ...form, title: event.target.value })}
            />
          )}
        </Field>
        <Field label={proposeTexts.why} problem={violationAt(error, 'note')}>
          {(control) => (
            <textarea
              {...control}
              className="input"
              rows={4}
              maxLength={4000}
              value={form.note}
              onChange={(event) => change({ ...form, note: event.target.value })}
            />
          )}
        </Field>
        {error !== undefined && <ProblemNote error={error} />}
        <div className="row">
          <Button onClick={onClose}>{proposeTexts.cancel}</Button>
          <Button
            tone="primary"
            className="push"
            disabled={isSending || form.title.trim() === ''}
            onClick={() => void send(form)}
          >
            {proposeTexts.send}
          </Button>
        </div>
      </div>
    </Modal>
  );
}

/** Sends the proposal once, and opens it. */
function useSending(proposed: ProposedText, onDone: () => void) {
  const { key } = useIdempotencyKey();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [error, setError] = useState<Error>();
  const [isSending, setSending] = useState(false);
  const send = async (about: { title: string; note: string }) => {
    setSending(true);
    setError(undefined);
    try {
      const { id } = await proposeChange({ ...proposed, ...about }, key);
      onDone();
      announce(proposeTexts.sent);
      void queryClient.invalidateQueries({ queryKey: ['change-requests', 'list'] });
      await navigate({ to: '/inbox', search: { show: 'changes', id } });
    } catch (failure) {
      setError(failure as Error);
      setSending(false);
    }
  };
  return { error, isSending, send };
}
