import { useState } from 'react';
import { FormDialog } from '../../components/dialogs/form-dialog.tsx';
import { ProblemNote } from '../../components/states/problem-note.tsx';
import { WhyNot } from '../../components/states/why-not.tsx';
import { pieceTexts, workTexts } from '../../texts/operations/work.ts';
import { useMayNotChange } from './may-change.ts';
import { useIntervene } from './queries.ts';
import type { Piece } from './queries.ts';
import { allows } from './work-facts.ts';

type PieceProps = { piece: Piece };

/** Retry and cancel, as the state of the work allows them. */
export function PieceActions({ piece: { id, state, cancelRequestedAt } }: PieceProps) {
  const [isAsking, setAsking] = useState(false);
  const retry = useIntervene(id, 'retry');
  const refused = useMayNotChange();
  return (
    <>
      {allows('cancel', state) && cancelRequestedAt === null && (
        <WhyNot tone="danger" refused={refused} onClick={() => setAsking(true)}>
          {pieceTexts.cancel}
        </WhyNot>
      )}
      {allows('retry', state) && (
        <WhyNot
          tone="primary"
          refused={refused}
          disabled={retry.isPending}
          onClick={() => retry.mutate()}
        >
          {state === 'QUEUED' ? pieceTexts.startNow : pieceTexts.retry}
        </WhyNot>
      )}
      {retry.error !== null && <ProblemNote error={retry.error} />}
      {isAsking && <CancelDialog id={id} onClose={() => setAsking(false)} />}
    </>
  );
}

function CancelDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const cancel = useIntervene(id, 'cancel');
  return (
    <FormDialog
      title={pieceTexts.cancelTitle}
      action={pieceTexts.cancelAction}
      tone="danger"
      isPending={cancel.isPending}
      error={cancel.error}
      onClose={onClose}
      onSubmit={() => cancel.mutate(undefined, { onSuccess: onClose })}
    >
      <p className="soft">{workTexts.cancelEffect}</p>
    </FormDialog>
  );
}
