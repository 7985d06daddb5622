import { Modal } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { dialogTexts } from '../../texts/dialogs.ts';
import { Button } from '../controls/button.tsx';
import { Field } from '../controls/field.tsx';
import { ProblemNote } from '../states/problem-note.tsx';

type DangerDialogProps = {
  isOpen: boolean;
  title: string;
  /** What will be deleted, and who is affected. */
  children: ReactNode;
  /** Must be typed before the button works. */
  name: string;
  /** A verb with its object: "Delete shop-data". */
  action: string;
  isPending: boolean;
  error: Error | null;
  onClose: () => void;
  onConfirm: () => void;
};

/** Asks for the name of what cannot be brought back. */
export function DangerDialog(props: DangerDialogProps) {
  const { isOpen, title, children, name, action, isPending, error, onClose, onConfirm } = props;
  const [typed, setTyped] = useState('');
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': dialogTexts.close }}
    >
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (typed === name && !isPending) onConfirm();
        }}
      >
        <div className="soft">{children}</div>
        <Field label={dialogTexts.typeName(name)}>
          {(control) => (
            <input
              {...control}
              className="input mono"
              autoComplete="off"
              data-autofocus
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
        {error !== null && <ProblemNote error={error} />}
        <div className="row">
          <Button onClick={onClose}>{dialogTexts.cancel}</Button>
          <Button type="submit" tone="danger" disabled={typed !== name || isPending}>
            {action}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
