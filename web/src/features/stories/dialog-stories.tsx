import { useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { ConflictDialog } from '../../components/dialogs/conflict-dialog.tsx';
import { DangerDialog } from '../../components/dialogs/danger-dialog.tsx';
import { DecisionBar } from '../../components/controls/decision-bar.tsx';
import { showUndo } from '../../components/dialogs/undo-toast.tsx';
import { mergeFields } from '../../lib/text/merge-fields.ts';

/** Dialogs that open over the page. */
export function Dialogs() {
  const [open, setOpen] = useState<'danger' | 'conflict'>();
  const { conflicts } = mergeFields(
    { name: 'Shop', purpose: 'Orders' },
    { name: 'Web shop', purpose: 'Orders' },
    { name: 'The shop', purpose: 'All orders' },
  );
  const close = () => setOpen(undefined);
  return (
    <div className="row wrap">
      <Button tone="danger" onClick={() => setOpen('danger')}>
        Delete shop-data
      </Button>
      <Button onClick={() => setOpen('conflict')}>Meet a conflict</Button>
      <Button onClick={() => showUndo('Shop data is starred.', close)}>Star with undo</Button>
      <DangerDialog
        isOpen={open === 'danger'}
        title="Delete Shop data?"
        name="shop-data"
        action="Delete shop-data"
        isPending={false}
        error={null}
        onClose={close}
        onConfirm={close}
      >
        4 accesses of 3 teams end at once.
      </DangerDialog>
      {open === 'conflict' && (
        <ConflictDialog
          conflicts={conflicts}
          fields={{ name: { label: 'Name', control: 'text' } }}
          onClose={close}
          onChoose={close}
        />
      )}
    </div>
  );
}

/** The bar of a decision. */
export function Decision() {
  const [note, setNote] = useState('');
  return (
    <DecisionBar label="Note to Packing and Delivery" note={note} onNote={setNote}>
      <Button tone="danger">
        Decline <kbd>D</kbd>
      </Button>
      <Button tone="primary">
        Approve <kbd>A</kbd>
      </Button>
    </DecisionBar>
  );
}
