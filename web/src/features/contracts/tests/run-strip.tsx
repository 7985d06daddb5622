import { IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Button } from '../../../components/controls/button.tsx';
import { ProblemNote } from '../../../components/states/problem-note.tsx';
import { Badge } from '../../../components/data/status-badge.tsx';
import { testTexts } from '../../../texts/contracts/contract-tests.ts';
import { statusWord } from '../../../texts/status-words.ts';
import { endSentence, isOpen, useCancelTest } from './live-run.ts';
import type { Run } from './live-run.ts';

type RunStripProps = {
  run: Run | undefined;
  error: Error | null;
  onChange: (run: Run | undefined) => void;
  /** Forgets the run and the error. */
  onClose: () => void;
};

/** The test that runs now: how far it is, and how to stop it. */
export function RunStrip({ run, error, onChange, onClose }: RunStripProps) {
  const cancel = useCancelTest(onChange);
  if (run === undefined) return error === null ? null : <ProblemNote error={error} />;
  const problem = error ?? cancel.error;
  return (
    <section
      className={`run-strip ${isOpen(run) ? '' : 'ended'}`}
      aria-label={testTexts.running(run.server)}
    >
      <div className="row wrap">
        <Badge status={statusWord(isOpen(run) ? 'test' : 'work', run.state)} />
        <span className="medium">{titleOf(run)}</span>
        <span className="small soft">{progressOf(run)}</span>
        {run.requestedByName !== null && (
          <span className="tiny faint">{testTexts.requestedBy(run.requestedByName)}</span>
        )}
        <span className="row push">
          {isOpen(run) ? (
            <Button compact disabled={cancel.isPending} onClick={() => cancel.mutate(run.id)}>
              {testTexts.cancel}
            </Button>
          ) : (
            <Ended run={run} onClose={onClose} />
          )}
        </span>
      </div>
      {isOpen(run) && <Progress run={run} />}
      {problem !== null && <ProblemNote error={problem} />}
    </section>
  );
}

function Ended({ run, onClose }: { run: Run; onClose: () => void }) {
  return (
    <>
      {run.testResultId !== null && (
        <Link
          className="link small"
          to="/datacontracts/$id/{-$tab}"
          params={{ id: run.dataContractId, tab: 'tests' }}
          search={{ result: run.testResultId }}
        >
          {testTexts.seeResult}
        </Link>
      )}
      <button
        type="button"
        className="icon-button"
        aria-label={testTexts.dismiss}
        onClick={onClose}
      >
        <IconX size={16} stroke={1.75} aria-hidden />
      </button>
    </>
  );
}

function titleOf(run: Run): string {
  if (!isOpen(run)) return endSentence(run);
  return run.state === 'QUEUED' ? testTexts.queued(run.server) : testTexts.running(run.server);
}

function progressOf({ progress, error, state, hint }: Run): string {
  if (state === 'FAILED') return error ?? '';
  if (hint !== undefined && state === 'QUEUED') return hint;
  if (progress === null || state !== 'RUNNING') return '';
  return testTexts.progress(progress.done, progress.total, progress.table);
}

function Progress({ run: { progress } }: { run: Run }) {
  const { done, total } = progress ?? { done: 0, total: 1 };
  return (
    <progress
      className="run-progress"
      max={Math.max(1, total)}
      value={done}
      aria-label={testTexts.progress(done, total, undefined)}
    />
  );
}
