import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { RelativeTime } from '../../../components/data/relative-time.tsx';
import { clockText, momentText } from '../../../lib/durations.ts';
import { useNow } from '../../../lib/now.ts';
import { runTexts } from '../../../texts/operate/runs.ts';
import type { IntegrationRun } from '../queries.ts';
import { withoutEscapes } from '../../../lib/text/without-escapes.ts';
import { runQuery, waitingQuery } from './queries.ts';

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
      {status === 'RUNNING' && run.phase === 'queued' && <Waiting run={run} />}
      {status === 'FAILED' && removalPlan === undefined && (
        <p className="note bad">{withoutEscapes(message)}</p>
      )}
      {undoesRunId !== null && (
        <p className="note">
          <span>
            {runTexts.undoOf}
            <RunLink id={id} run={undoesRunId}>
              <Name id={id} run={undoesRunId} name={runTexts.theRun} otherwise={runTexts.thatRun} />
            </RunLink>
            {runTexts.undoOfEnd}
          </span>
        </p>
      )}
      {undoneByRunId !== null && (
        <p className="note">
          {runTexts.undone}{' '}
          <RunLink id={id} run={undoneByRunId}>
            <Name
              id={id}
              run={undoneByRunId}
              name={runTexts.theUndo}
              otherwise={runTexts.seeUndo}
            />
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

/** Why no worker takes a run that waits. */
function Waiting({ run }: { run: IntegrationRun }) {
  const { integrationExternalId: id, ingestionRunId } = run;
  const waiting = useQuery(waitingQuery(id, ingestionRunId)).data;
  if (waiting === undefined) return null;
  const { paused, workers } = waiting;
  if (paused === null) return workers > 0 ? null : <p className="note warn">{runTexts.noWorker}</p>;
  return (
    <p className="note warn">
      <span>
        <span className="medium">{runTexts.paused}</span> {runTexts.pausedSince}{' '}
        <RelativeTime at={paused.at} />
        {runTexts.pausedBy(paused.byName)}: {paused.reason}
      </span>
    </p>
  );
}

type NameProps = {
  id: string;
  run: string;
  name: (moment: string) => string;
  /** Until it is read, and when it is kept no longer. */
  otherwise: string;
};

/** Another run by when it began. */
function Name({ id, run, name, otherwise }: NameProps) {
  const now = useNow();
  const found = useQuery({ ...runQuery(id, run), staleTime: Number.POSITIVE_INFINITY }).data;
  return found === undefined ? otherwise : name(momentText(found.startedAt, now));
}

type RunLinkProps = { id: string; run: string; children: ReactNode };

function RunLink({ id, run, children }: RunLinkProps) {
  return (
    <Link className="link" to="/operate/integrations/$id/runs/$run" params={{ id, run }}>
      {children}
    </Link>
  );
}
