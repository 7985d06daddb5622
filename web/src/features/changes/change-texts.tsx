import { IconAlertTriangle } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { Segments } from '../../components/controls/segments.tsx';
import { TextDiff } from '../../components/documents/text-diff.tsx';
import { mergeLines } from '../../lib/text/merge-lines.ts';
import { changeTexts } from '../../texts/studio/changes.ts';
import type { Change } from './queries.ts';

type Which = 'now' | 'meanwhile' | 'base';

/** The proposed text beside what is stored; if somebody saved meanwhile, all three texts. */
export function ChangeTexts({ change }: { change: Change }) {
  const { base, current, source, outdated } = change;
  const [chosen, setChosen] = useState<Which>('now');
  // An accepted text is what is stored now, so that only its start tells what it changed.
  const which = change.status === 'open' ? chosen : 'base';
  const [before, after] = {
    now: [current.text, source],
    meanwhile: [base.text, current.text],
    base: [base.text, source],
  }[which] as [string, string];
  return (
    <section className="stack">
      <h3>{changeTexts.what}</h3>
      {outdated && (
        <Segments
          label={changeTexts.which}
          value={chosen}
          onChange={setChosen}
          options={[
            { value: 'now', name: changeTexts.againstNow },
            { value: 'meanwhile', name: changeTexts.savedMeanwhile },
            { value: 'base', name: changeTexts.againstBase },
          ]}
        />
      )}
      <TextDiff before={before} after={after} label={changeTexts.labels[which]} />
    </section>
  );
}

type OutdatedProps = { change: Change; isBusy: boolean; onSave: (source: string) => void };

/** Somebody saved the document after the proposal: both edits are taken together, or the proposal is edited. */
export function OutdatedNote({ change, isBusy, onSave }: OutdatedProps) {
  const { base, current, source, mayDecide, mine } = change;
  const merged = useMemo(
    () => mergeLines(base.text, current.text, source),
    [base.text, current.text, source],
  );
  const mayEdit = mayDecide || mine;
  return (
    <div className="note warn" role="status">
      <IconAlertTriangle size={16} aria-hidden />
      <div className="stack">
        <span>{changeTexts.outdated(current.revision)}</span>
        {mayEdit && merged === undefined && <span>{changeTexts.bothMeet}</span>}
        {mayEdit && merged !== undefined && (
          <span className="row wrap">
            {changeTexts.bothFit}
            <Button compact disabled={isBusy} onClick={() => onSave(merged)}>
              {changeTexts.takeBoth}
            </Button>
          </span>
        )}
      </div>
    </div>
  );
}
