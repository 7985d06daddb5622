import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { ProblemNote } from '../../../components/states/problem-note.tsx';
import { messageTexts } from '../../../texts/messages/messages.ts';
import { useEditMessage } from '../changes.ts';
import type { Message } from '../types.ts';

/** Changes the text of an own message in its place. */
export function EditMessage({ message, onEnd }: { message: Message; onEnd: () => void }) {
  const [text, setText] = useState(message.message);
  const edit = useEditMessage();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const isReady = text.trim() !== '' && !edit.isPending;
  const save = () => {
    if (isReady) edit.mutate({ id: message.id, text: text.trim() }, { onSuccess: onEnd });
  };
  return (
    <form
      className="stack talk-edit"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <textarea
        ref={field}
        className="input"
        aria-label={messageTexts.editLabel}
        rows={Math.min(8, text.split('\n').length)}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onEnd();
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          save();
        }}
      />
      {edit.error !== null && <ProblemNote error={edit.error} />}
      <span className="row">
        <Button compact onClick={onEnd}>
          {messageTexts.cancel}
        </Button>
        <Button compact type="submit" tone="primary" disabled={!isReady}>
          {messageTexts.save}
        </Button>
      </span>
    </form>
  );
}
