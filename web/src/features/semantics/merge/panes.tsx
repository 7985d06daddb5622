import { useState } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { Segments } from '../../../components/controls/segments.tsx';
import { countText } from '../../../lib/numbers.ts';
import { mergeTexts } from '../../../texts/semantics/merge.ts';

const panes = ['conflicts', 'by-itself', 'result'] as const;
export type Pane = (typeof panes)[number];

/** The part that small screens show: a conflict of the address is open, and choosing one opens it. */
export function usePane(at: string | undefined): [pane: Pane, setPane: (pane: Pane) => void] {
  const [pane, setPane] = useState<Pane>(at === undefined ? 'conflicts' : 'result');
  const [shown, setShown] = useState(at);
  if (at !== shown) {
    setShown(at);
    setPane('result');
  }
  return [pane, setPane];
}

type PaneChoiceProps = {
  pane: Pane;
  counts: Readonly<Record<Exclude<Pane, 'result'>, number>>;
  onChange: (pane: Pane) => void;
};

/** Small screens show one part of a merge; others show all of them side by side. */
export function PaneChoice({ pane, counts, onChange }: PaneChoiceProps) {
  return (
    <div className="narrow-only merge-panes">
      <Segments
        label={mergeTexts.side}
        value={pane}
        options={panes.map((value) => ({
          value,
          name:
            value === 'result'
              ? mergeTexts.panes[value]
              : `${mergeTexts.panes[value]} ${countText(counts[value])}`,
        }))}
        onChange={onChange}
      />
    </div>
  );
}

/** The way to the conflict before and to the next one, where there are no keys. */
export function Steps({ onMove }: { onMove: (by: number) => void }) {
  return (
    <div className="narrow-only merge-steps">
      <Button compact onClick={() => onMove(-1)}>
        {mergeTexts.keys.previous}
      </Button>
      <Button compact className="push" onClick={() => onMove(1)}>
        {mergeTexts.keys.next}
      </Button>
    </div>
  );
}
