import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { dialogTexts } from '../../texts/dialogs.ts';
import { Button } from '../controls/button.tsx';
import { ProblemNote } from '../states/problem-note.tsx';

type FormDialogProps = {
  title: string;
  /** A verb with its object: "Add person". */
  action: string;
  tone?: 'primary' | 'danger';
  /** Why it cannot be sent yet; the button is disabled. */
  isIncomplete?: boolean;
  isPending: boolean;
  error: Error | null;
  onClose: () => void;
  onSubmit: () => void;
  children: ReactNode;
};

/** A short form over the page. What is wrong with a field is shown at the field, everything else above the buttons. */
export function FormDialog(props: FormDialogProps) {
  const { title, action, tone = 'primary', isIncomplete, isPending, error, onClose } = props;
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': dialogTexts.close }}
    >
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isIncomplete !== true && !isPending) props.onSubmit();
        }}
      >
        {props.children}
        {error !== null && <ProblemNote error={error} />}
        <div className="row">
          <Button onClick={onClose}>{dialogTexts.cancel}</Button>
          <Button
            type="submit"
            tone={tone}
            className="push"
            disabled={isIncomplete === true || isPending}
          >
            {action}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
