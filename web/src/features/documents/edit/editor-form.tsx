import type { ReactNode } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { WhyNot } from '../../../components/states/why-not.tsx';
import { editTexts } from '../../../texts/documents.ts';
import { TextEditor } from './text-editor.tsx';

type EditorFormProps = {
  collection: string;
  text: string;
  /** A verb with its object. */
  action: string;
  isIncomplete?: boolean;
  isPending: boolean;
  error: Error | null;
  onChange: (text: string) => void;
  onDiscard: () => void;
  onSubmit: () => void;
  /** Fields above the text. */
  children?: ReactNode;
};

/** The text of a document with the bar that saves or discards it. */
export function EditorForm(props: EditorFormProps) {
  const { text, action, isIncomplete = false, isPending, error } = props;
  const isDisabled = isIncomplete || isPending;
  return (
    <form
      className="stack document-editor"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isDisabled) props.onSubmit();
      }}
    >
      {props.children}
      <TextEditor
        collection={props.collection}
        text={text}
        error={error}
        onChange={props.onChange}
      />
      <div className="decision-bar">
        <div className="row">
          <Button onClick={props.onDiscard}>{editTexts.discard}</Button>
          <WhyNot type="submit" tone="primary" refused={undefined} disabled={isDisabled}>
            {action}
          </WhyNot>
        </div>
      </div>
    </form>
  );
}
