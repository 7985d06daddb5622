import { Modal } from '@mantine/core';
import { Button } from '../../../components/controls/button.tsx';
import { mergeTexts } from '../../../texts/semantics/merge.ts';
import type { Warnings } from './use-merge.ts';
import { WarningList } from './warning-list.tsx';

type WarningDialogProps = { warnings: Warnings; onClose: () => void; onConfirm: () => void };

/** Tells before a merge what it changes besides the choices. */
export function WarningDialog({ warnings, onClose, onConfirm }: WarningDialogProps) {
  return (
    <Modal opened onClose={onClose} title={mergeTexts.told} withCloseButton={false}>
      <div className="stack">
        <WarningList {...warnings} />
        <div className="row">
          <Button onClick={onClose}>{mergeTexts.cancel}</Button>
          <Button tone="primary" onClick={onConfirm}>
            {mergeTexts.mergeAnyway}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
