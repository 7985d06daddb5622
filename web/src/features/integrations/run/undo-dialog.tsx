import { useQuery } from '@tanstack/react-query';
import { isStatus } from '../../../api/problem.ts';
import { FormDialog } from '../../../components/dialogs/form-dialog.tsx';
import { Loaded } from '../../../components/states/loaded.tsx';
import { SkeletonLines } from '../../../components/states/skeleton.tsx';
import { momentText } from '../../../lib/durations.ts';
import { useNow } from '../../../lib/now.ts';
import { undoTexts } from '../../../texts/operate/runs.ts';
import { useUndoRun } from '../changes.ts';
import type { IntegrationRun } from '../queries.ts';
import { undoPlanQuery } from './queries.ts';
import type { UndoPlan } from './queries.ts';

type UndoDialogProps = {
  run: IntegrationRun;
  onClose: () => void;
  onStarted: (runId: string) => void;
};

/** What the undo of a run would do, before it does exactly this. */
export function UndoDialog({ run, onClose, onStarted }: UndoDialogProps) {
  const { integrationExternalId: id, ingestionRunId } = run;
  const plan = useQuery(undoPlanQuery(id, ingestionRunId));
  const undo = useUndoRun(id, ingestionRunId, onStarted);
  const total = plan.data?.total ?? 0;
  const moved = isStatus(undo.error, 409);
  return (
    <FormDialog
      title={undoTexts.title}
      action={undoTexts.action(total)}
      tone="danger"
      isIncomplete={plan.isFetching || total === 0 || plan.data?.problem !== null}
      isPending={undo.isPending}
      error={undo.error}
      onClose={onClose}
      onSubmit={() =>
        undo.mutate(total, {
          onError: (error) => {
            if (isStatus(error, 409)) void plan.refetch();
          },
        })
      }
    >
      <Loaded query={plan} skeleton={<SkeletonLines lines={4} />}>
        {(data) => <PlanLines plan={data} />}
      </Loaded>
      {moved && <p className="small">{undoTexts.moved}</p>}
    </FormDialog>
  );
}

function PlanLines({ plan }: { plan: UndoPlan }) {
  const now = useNow();
  if (plan.problem !== null) return <p className="note warn">{plan.problem}</p>;
  const lines = [
    ...(plan.assetsCreated > 0 ? [undoTexts.created(plan.assetsCreated)] : []),
    ...(plan.assetsUpdated > 0 ? [undoTexts.updated(plan.assetsUpdated)] : []),
    ...(plan.assetsDeleted > 0 ? [undoTexts.removed(plan.assetsDeleted)] : []),
  ];
  return (
    <div className="stack">
      <p className="soft">{lines.length === 0 ? undoTexts.nothing : undoTexts.lead}</p>
      {lines.length > 0 && (
        <ul className="undo-lines">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {plan.leftAlone.length > 0 && (
        <ul className="undo-lines small soft">
          {plan.leftAlone.map(({ why, text, count }) => (
            <li key={why}>{undoTexts.leftAlone(count, text)}</li>
          ))}
        </ul>
      )}
      {plan.nextRunAt !== null && (
        <p className="note warn">{undoTexts.next(momentText(plan.nextRunAt, now))}</p>
      )}
    </div>
  );
}
