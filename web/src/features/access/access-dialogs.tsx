import { Modal } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { isStatus } from '../../api/problem.ts';
import { Button } from '../../components/controls/button.tsx';
import { NoteInput } from '../../components/controls/note-input.tsx';
import { ProblemNote } from '../../components/states/problem-note.tsx';
import { accessTexts } from '../../texts/access.ts';
import { useGiveBack, useWithdraw } from './changes.ts';
import { consumerOf, dataOf } from './facts.ts';
import type { Access } from './queries.ts';

type DialogProps = { access: Access; etag: string | undefined; onClose: () => void };

/** What keeps the access from ending; one that changed meanwhile is shown again behind the dialog. */
function EndingProblem({ error }: { error: Error | null }) {
  if (error === null) return null;
  if (!isStatus(error, 412)) return <ProblemNote error={error} />;
  return (
    <div className="note warn" role="alert">
      {accessTexts.changedMeanwhile}
    </div>
  );
}

/** Asks before an access ends. */
export function GiveBackDialog({ access, etag, onClose }: DialogProps) {
  const giveBack = useGiveBack();
  const [note, setNote] = useState('');
  const confirm = () =>
    giveBack.mutate(
      { id: access.id ?? '', etag, note },
      {
        onSuccess: () => {
          notifications.show({ message: accessTexts.givenBack });
          onClose();
        },
      },
    );
  return (
    <Modal
      opened
      onClose={onClose}
      title={accessTexts.giveBackTitle(dataOf(access))}
      withCloseButton={false}
    >
      <div className="stack">
        <p className="soft">{accessTexts.giveBackDetail(consumerOf(access))}</p>
        <NoteInput label={accessTexts.giveBackNote} note={note} onChange={setNote} />
        <EndingProblem error={giveBack.error} />
        <div className="row">
          <Button onClick={onClose}>{accessTexts.keep}</Button>
          <Button tone="danger" disabled={giveBack.isPending} onClick={confirm}>
            {accessTexts.giveBack}
          </Button>
        </div>
      </div>
    </Modal>
  );
}

/** Asks before a request disappears. */
export function WithdrawDialog({ access, etag, onClose }: DialogProps) {
  const withdraw = useWithdraw();
  const navigate = useNavigate();
  const confirm = () =>
    withdraw.mutate(
      { id: access.id ?? '', etag },
      {
        onSuccess: () => {
          notifications.show({ message: accessTexts.withdrawn });
          void navigate({ to: '/me/access' });
        },
      },
    );
  return (
    <Modal
      opened
      onClose={onClose}
      title={accessTexts.withdrawTitle(dataOf(access))}
      withCloseButton={false}
    >
      <div className="stack">
        <p className="soft">{accessTexts.withdrawDetail}</p>
        <EndingProblem error={withdraw.error} />
        <div className="row">
          <Button onClick={onClose}>{accessTexts.keep}</Button>
          <Button tone="danger" disabled={withdraw.isPending} onClick={confirm}>
            {accessTexts.withdraw}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
