import { useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { NoteInput } from '../../components/controls/note-input.tsx';
import { inboxTexts } from '../../texts/inbox.ts';
import type { Decision } from './decide.ts';

type BulkBarProps = {
  count: number;
  onClear: () => void;
  onDecide: (decision: Decision) => void;
};

/** Decides about the selected requests; the buttons name their number. */
export function BulkBar({ count, onClear, onDecide }: BulkBarProps) {
  const [note, setNote] = useState('');
  return (
    <div className="bulk-bar" role="group" aria-label={inboxTexts.selected(count)}>
      <div className="row small">
        {inboxTexts.selected(count)}
        <Button compact tone="quiet" className="push" onClick={onClear}>
          {inboxTexts.clear}
        </Button>
      </div>
      <NoteInput label={inboxTexts.bulkNote} note={note} onChange={setNote} />
      <div className="row">
        <Button tone="danger" onClick={() => onDecide({ verb: 'reject', note })}>
          {inboxTexts.declineMany(count)}
        </Button>
        <Button tone="primary" className="push" onClick={() => onDecide({ verb: 'approve', note })}>
          {inboxTexts.approveMany(count)}
        </Button>
      </div>
    </div>
  );
}
