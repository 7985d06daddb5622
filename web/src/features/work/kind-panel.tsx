import { IconPlayerPause } from '@tabler/icons-react';
import { useState } from 'react';
import { violationAt } from '../../api/problem.ts';
import { TextField } from '../../components/controls/text-field.tsx';
import { RelativeTime } from '../../components/data/relative-time.tsx';
import { FormDialog } from '../../components/dialogs/form-dialog.tsx';
import { ProblemNote } from '../../components/states/problem-note.tsx';
import { WhyNot } from '../../components/states/why-not.tsx';
import { countText } from '../../lib/numbers.ts';
import { kindName } from '../../texts/operations/work-kinds.ts';
import { kindTexts } from '../../texts/operations/work.ts';
import { usePauseKind, useResumeKind } from '../operations/queries.ts';
import type { KindState } from '../operations/queries.ts';

type KindProps = { kind: KindState };

const refusedOf = ({ may }: KindState) => (may.pause ? undefined : { because: kindTexts.mayNot });

/** The numbers of one kind of work, and the button that pauses it. */
export function KindPanel({ kind }: KindProps) {
  const [isAsking, setAsking] = useState(false);
  const name = kindName(kind.kind);
  const facts: [string, number][] = [
    [kindTexts.waiting, kind.due],
    [kindTexts.running, kind.running],
    [kindTexts.done, kind.done],
    [kindTexts.failed, kind.failed],
    [kindTexts.workers, kind.workers],
  ];
  return (
    <div className="card kind-panel">
      <dl>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="tiny faint">{label}</dt>
            <dd className="medium">{countText(value)}</dd>
          </div>
        ))}
      </dl>
      {kind.paused === null && (
        <WhyNot compact refused={refusedOf(kind)} onClick={() => setAsking(true)}>
          {kindTexts.pause(name)}
        </WhyNot>
      )}
      {isAsking && <PauseDialog kind={kind} onClose={() => setAsking(false)} />}
    </div>
  );
}

function PauseDialog({ kind: { kind, queued }, onClose }: KindProps & { onClose: () => void }) {
  const [reason, setReason] = useState('');
  const pause = usePauseKind(kind);
  const name = kindName(kind);
  return (
    <FormDialog
      title={kindTexts.pauseTitle(name)}
      action={kindTexts.pause(name)}
      tone="danger"
      isIncomplete={reason.trim() === ''}
      isPending={pause.isPending}
      error={pause.error}
      onClose={onClose}
      onSubmit={() => pause.mutate(reason.trim(), { onSuccess: onClose })}
    >
      <p className="soft">
        {kindTexts.pauseEffect} {queued > 0 && kindTexts.waits(queued)}
      </p>
      <TextField
        label={kindTexts.reason}
        hint={kindTexts.reasonHint}
        problem={violationAt(pause.error, 'reason')}
        isFirst
        value={reason}
        onChange={setReason}
      />
    </FormDialog>
  );
}

/** Says that a kind is paused, by whom and why, and lets it go on. */
export function PausedNote({ kind: state }: KindProps) {
  const resume = useResumeKind();
  const { kind, paused, due } = state;
  if (paused === null) return null;
  const name = kindName(kind);
  return (
    <div className="note warn paused-note">
      <IconPlayerPause size={16} aria-hidden />
      <div>
        <span className="medium">{kindTexts.paused(name)}</span> {kindTexts.pausedSince}{' '}
        <RelativeTime at={paused.at} />
        {paused.byName !== null && kindTexts.pausedBy(paused.byName)}: {paused.reason}{' '}
        {due > 0 && kindTexts.dueWaits(due)}
        {resume.error !== null && <ProblemNote error={resume.error} />}
      </div>
      <WhyNot
        compact
        className="push"
        refused={refusedOf(state)}
        disabled={resume.isPending}
        onClick={() => resume.mutate(kind)}
      >
        {kindTexts.resume(name)}
      </WhyNot>
    </div>
  );
}
