import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { WhyNot } from '../../../components/states/why-not.tsx';
import type { Refused } from '../../../components/states/why-not.tsx';
import { clockText } from '../../../lib/durations.ts';
import { runTexts } from '../../../texts/operate/runs.ts';
import { useCancelRun, useStartRun } from '../changes.ts';
import type { IntegrationRun } from '../queries.ts';
import { UndoDialog } from './undo-dialog.tsx';

type RunActionsProps = { run: IntegrationRun; refused: Refused | undefined };

const showFailure = ({ message }: Error) => notifications.show({ message, color: 'red' });

/** Cancel a run in progress; run again or undo one that has ended. */
export function RunActions({ run, refused }: RunActionsProps) {
  const { integrationExternalId: id, status } = run;
  const navigate = useNavigate();
  const [isUndoing, setUndoing] = useState(false);
  const see = (runId: string) =>
    void navigate({ to: '/operate/integrations/$id/runs/$run', params: { id, run: runId } });
  const start = useStartRun(id, see);
  if (status === 'RUNNING') return <Cancel run={run} refused={refused} />;
  const changed = run.assetsCreated + run.assetsUpdated + run.assetsDeleted;
  if (refused !== undefined) return <WhyNot refused={refused}>{runTexts.again}</WhyNot>;
  return (
    <>
      {changed > 0 && (
        <WhyNot refused={undefined} onClick={() => setUndoing(true)}>
          {runTexts.undoRun}
        </WhyNot>
      )}
      <WhyNot
        refused={undefined}
        disabled={start.isPending}
        onClick={() => start.mutate(undefined, { onError: showFailure })}
      >
        {runTexts.again}
      </WhyNot>
      {isUndoing && (
        <UndoDialog
          run={run}
          onClose={() => setUndoing(false)}
          onStarted={(runId) => {
            setUndoing(false);
            see(runId);
          }}
        />
      )}
    </>
  );
}

function Cancel({ run, refused }: RunActionsProps) {
  const { integrationExternalId: id, cancelRequestedAt: asked } = run;
  const cancel = useCancelRun(id);
  return (
    <WhyNot
      tone="danger"
      refused={refused}
      disabled={asked !== null || cancel.isPending}
      onClick={() => cancel.mutate(undefined, { onError: showFailure })}
    >
      {asked === null ? runTexts.cancel : runTexts.cancelAsked(clockText(asked))}
    </WhyNot>
  );
}
