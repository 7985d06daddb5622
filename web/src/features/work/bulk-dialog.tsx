import { useNavigate } from '@tanstack/react-router';
import { isStatus } from '../../api/problem.ts';
import { FormDialog } from '../../components/dialogs/form-dialog.tsx';
import { workTexts } from '../../texts/operations/work.ts';
import { useStartBatch } from './queries.ts';
import type { BatchAction, Choice } from './queries.ts';
import { filterWords } from './work-filters.tsx';
import type { WorkSearch } from './work-search.ts';

export type Bulk = Choice & {
  action: BatchAction;
  /** The filters in words; undefined for rows that were selected. */
  search: WorkSearch | undefined;
};

/** Says how many pieces of work are chosen and by what, and then retries or cancels exactly these. */
export function BulkDialog({ bulk, onClose }: { bulk: Bulk; onClose: () => void }) {
  const { action, search, filter, expectedCount } = bulk;
  const start = useStartBatch(action);
  const navigate = useNavigate();
  const isRetry = action === 'retry';
  const hasChanged = isStatus(start.error, 409);
  const submit = () =>
    start.mutate(
      { filter, expectedCount },
      {
        onSuccess: ({ id }) => {
          onClose();
          void navigate({ to: '/operate/work/batches/$id', params: { id } });
        },
      },
    );
  return (
    <FormDialog
      title={(isRetry ? workTexts.retryTitle : workTexts.cancelTitle)(expectedCount)}
      action={(isRetry ? workTexts.retryMany : workTexts.cancelMany)(expectedCount)}
      tone={isRetry ? 'primary' : 'danger'}
      isPending={start.isPending}
      error={start.error}
      onClose={onClose}
      onSubmit={submit}
    >
      <p className="soft">{isRetry ? workTexts.retryEffect : workTexts.cancelEffect}</p>
      {search === undefined ? (
        <p className="small faint">{workTexts.chosenByHand}</p>
      ) : (
        <>
          <dl className="details">
            {filterWords(search).map(({ key, name, value }) => (
              <div key={key} className="contents">
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <p className="small faint">{workTexts.chosenBy}</p>
        </>
      )}
      {hasChanged && <p className="small">{workTexts.changedMeanwhile}</p>}
    </FormDialog>
  );
}
