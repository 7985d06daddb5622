import { IconGitMerge } from '@tabler/icons-react';
import { Button } from '../../../components/controls/button.tsx';
import { WhyNot } from '../../../components/states/why-not.tsx';
import type { Refused } from '../../../components/states/why-not.tsx';
import { mergeTexts } from '../../../texts/semantics/merge.ts';
import type { Decided } from './decisions.ts';

type MergeFootProps = {
  /** Name of the ontology. */
  ontology: string;
  decided: readonly Decided[];
  /** Number of all conflicts, also of those that are not read yet. */
  total: number;
  isUnsaved: boolean;
  isSaved: boolean;
  isBusy: boolean;
  refused: Refused | undefined;
  onSave: () => void;
  onMerge: () => void;
};

/** How far the decisions are, and what ends them. */
export function MergeFoot(props: MergeFootProps) {
  const { ontology, decided, total, isUnsaved, isBusy, refused, onSave, onMerge } = props;
  const isOpen = countDecided(decided) < total;
  return (
    <footer className="merge-foot">
      {total > 0 && <Bars decided={decided} total={total} />}
      <Progress {...props} />
      <div className="row push">
        {decided.length > 0 && (
          <WhyNot refused={refused} disabled={!isUnsaved || isBusy} onClick={onSave}>
            {mergeTexts.save}
          </WhyNot>
        )}
        {refused === undefined && (
          <Button tone="primary" disabled={isOpen || isBusy} onClick={onMerge}>
            <IconGitMerge size={14} aria-hidden />
            {isBusy ? mergeTexts.merging : mergeTexts.merge(ontology)}
          </Button>
        )}
      </div>
    </footer>
  );
}

const countDecided = (decided: readonly Decided[]): number =>
  decided.filter(({ state }) => state === 'decided').length;

function Progress({ decided, total, isUnsaved, isSaved }: MergeFootProps) {
  const done = countDecided(decided);
  const open = total - done;
  const sentence = total === 0 ? mergeTexts.noConflicts : mergeTexts.decided(done, total);
  const kept = keptOf(isUnsaved, isSaved);
  return (
    <p className="small soft" aria-live="polite">
      {sentence}
      {open > 0 && ` ${mergeTexts.decideMore(open)}`}
      {kept !== '' && <span className="wide-only">{` ${kept}`}</span>}
    </p>
  );
}

function keptOf(isUnsaved: boolean, isSaved: boolean): string {
  if (isUnsaved) return mergeTexts.inBrowser;
  return isSaved ? mergeTexts.saved : '';
}

const mostBars = 40;

/** One bar for each conflict; many conflicts are one bar that fills. */
function Bars({ decided, total }: Pick<MergeFootProps, 'decided' | 'total'>) {
  if (total > mostBars) {
    const done = countDecided(decided);
    return <progress className="wide-only" aria-hidden value={done} max={total} />;
  }
  return (
    <span className="merge-bars wide-only" aria-hidden>
      {decided.map(({ key, state }) => (
        <i key={key} className={state} />
      ))}
    </span>
  );
}
