import { IconGitMerge } from '@tabler/icons-react';
import { Button } from '../../../components/controls/button.tsx';
import { WhyNot } from '../../../components/states/why-not.tsx';
import type { Refused } from '../../../components/states/why-not.tsx';
import { mergeTexts } from '../../../texts/merge.ts';
import type { Decided } from './decisions.ts';

type MergeFootProps = {
  namespace: string;
  decided: readonly Decided[];
  isUnsaved: boolean;
  isSaved: boolean;
  isBusy: boolean;
  refused: Refused | undefined;
  onSave: () => void;
  onMerge: () => void;
};

/** How far the decisions are, and what ends them. */
export function MergeFoot(props: MergeFootProps) {
  const { namespace, decided, isUnsaved, isSaved, isBusy, refused, onSave, onMerge } = props;
  const done = decided.filter(({ state }) => state === 'decided').length;
  const open = decided.length - done;
  const kept = isUnsaved ? mergeTexts.inBrowser : isSaved ? mergeTexts.saved : '';
  return (
    <footer className="merge-foot">
      {decided.length > 0 && <Bars decided={decided} />}
      <p className="small soft" aria-live="polite">
        {decided.length === 0
          ? mergeTexts.noConflicts
          : [mergeTexts.decided(done, decided.length), open > 0 && mergeTexts.decideMore(open)]
              .filter(Boolean)
              .join(' ')}
        {kept !== '' && <span className="wide-only">{open > 0 ? `; ${kept}` : ` ${kept}`}</span>}
      </p>
      <div className="row push">
        {decided.length > 0 && (
          <WhyNot refused={refused} disabled={!isUnsaved || isBusy} onClick={onSave}>
            {mergeTexts.save}
          </WhyNot>
        )}
        {refused === undefined && (
          <Button tone="primary" disabled={open > 0 || isBusy} onClick={onMerge}>
            <IconGitMerge size={14} aria-hidden />
            {isBusy ? mergeTexts.merging : mergeTexts.merge(namespace)}
          </Button>
        )}
      </div>
    </footer>
  );
}

const mostBars = 40;

/** One bar for each conflict; many conflicts are one bar that fills. */
function Bars({ decided }: { decided: readonly Decided[] }) {
  if (decided.length > mostBars) {
    const done = decided.filter(({ state }) => state === 'decided').length;
    return <progress className="wide-only" aria-hidden value={done} max={decided.length} />;
  }
  return (
    <span className="merge-bars wide-only" aria-hidden>
      {decided.map(({ key, state }) => (
        <i key={key} className={state} />
      ))}
    </span>
  );
}
