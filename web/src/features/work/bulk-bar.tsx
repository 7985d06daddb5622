import { Button } from '../../components/controls/button.tsx';
import { WhyNot } from '../../components/states/why-not.tsx';
import type { Refused } from '../../components/states/why-not.tsx';
import { workTexts } from '../../texts/operations/work.ts';
import type { Bulk } from './bulk-dialog.tsx';
import type { BatchAction, Work } from './queries.ts';
import { allowsInBulk } from './work-facts.ts';

/** Pieces that one request may name one by one. */
const maxChosen = 200;

type BulkBarProps = {
  works: readonly Work[];
  refused: Refused | undefined;
  onStart: (bulk: Bulk) => void;
  onClear: () => void;
};

/** The actions for the selected rows; each names the number of rows whose state allows it. */
export function BulkBar({ works, refused, onStart, onClear }: BulkBarProps) {
  return (
    <div className="work-bulk" role="group" aria-label={workTexts.selected(works.length)}>
      <span className="small">{workTexts.selected(works.length)}</span>
      <Button compact tone="quiet" onClick={onClear}>
        {workTexts.clear}
      </Button>
      <span className="row wrap push">
        {(['cancel', 'retry'] as const).map((action) => (
          <Action key={action} action={action} {...{ works, refused, onStart }} />
        ))}
      </span>
    </div>
  );
}

type ActionProps = Omit<BulkBarProps, 'onClear'> & { action: BatchAction };

function Action({ action, works, refused, onStart }: ActionProps) {
  const ids = works.filter(({ state }) => allowsInBulk(action, state)).map(({ id }) => id);
  if (ids.length === 0) return null;
  const name = action === 'retry' ? workTexts.retryMany : workTexts.cancelMany;
  const isTooMany = ids.length > maxChosen;
  return (
    <WhyNot
      tone={action === 'retry' ? 'primary' : 'danger'}
      refused={
        refused ?? (isTooMany ? { because: workTexts.tooMany(ids.length, maxChosen) } : undefined)
      }
      onClick={() =>
        onStart({ action, filter: { ids }, expectedCount: ids.length, search: undefined })
      }
    >
      {name(ids.length)}
    </WhyNot>
  );
}
