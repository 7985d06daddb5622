import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { clockText } from '../../../lib/durations.ts';
import { runTexts } from '../../../texts/operate/runs.ts';
import type { IntegrationRun } from '../queries.ts';
import { withoutEscapes } from '../../../lib/text/without-escapes.ts';

type RunNotesProps = {
  run: IntegrationRun;
  /** A run that ended after this one. */
  newest: string | undefined;
};

/** What one should know of a run: its message, its cancellation, and the runs that belong to it. */
export function RunNotes({ run, newest }: RunNotesProps) {
  const { status, message, undoesRunId, undoneByRunId, acceptedRemovals, removalPlan } = run;
  const id = run.integrationExternalId;
  return (
    <>
      <Cancellation run={run} />
      {status === 'FAILED' && removalPlan === undefined && (
        <p className="note bad">{withoutEscapes(message)}</p>
      )}
      {undoesRunId !== null && (
        <p className="note">
          <span>
            {runTexts.undoOf}
            <RunLink id={id} run={undoesRunId}>
              {runTexts.thatRun}
            </RunLink>
            {runTexts.undoOfEnd}
          </span>
        </p>
      )}
      {undoneByRunId !== null && (
        <p className="note">
          {runTexts.undone}{' '}
          <RunLink id={id} run={undoneByRunId}>
            {runTexts.seeUndo}
          </RunLink>
        </p>
      )}
      {acceptedRemovals !== null && <p className="note">{runTexts.accepted(acceptedRemovals)}</p>}
      {newest !== undefined && (
        <p className="note">
          {runTexts.newer}{' '}
          <RunLink id={id} run={newest}>
            {runTexts.seeNewest}
          </RunLink>
        </p>
      )}
    </>
  );
}

function Cancellation({ run }: { run: IntegrationRun }) {
  const { cancelRequestedAt: asked, cancelRequestedByName, stoppedAt, status } = run;
  if (asked === null) return null;
  const by = runTexts.cancelBy(cancelRequestedByName);
  if (status === 'RUNNING') {
    return <p className="note run">{runTexts.cancelWaits(clockText(asked), by)}</p>;
  }
  if (stoppedAt === null) return null;
  return <p className="note">{runTexts.cancelled(clockText(asked), clockText(stoppedAt), by)}</p>;
}

type RunLinkProps = { id: string; run: string; children: ReactNode };

function RunLink({ id, run, children }: RunLinkProps) {
  return (
    <Link className="link" to="/operate/integrations/$id/runs/$run" params={{ id, run }}>
      {children}
    </Link>
  );
}
