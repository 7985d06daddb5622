import { useState } from 'react';
import { TextField } from '../../../components/controls/text-field.tsx';
import { useDraft } from '../../../lib/drafts.ts';
import { editTexts, listedTexts } from '../../../texts/documents.ts';
import { usePutText } from '../changes.ts';
import { newText } from '../listed-kinds.ts';
import type { ListedKind } from '../listed-kinds.ts';
import { EditorForm } from './editor-form.tsx';

type NewDocumentProps = {
  kind: ListedKind;
  onClose: () => void;
  onCreated: (id: string) => void;
};

/** A new document: its id, and its text, which begins with the members that its kind needs. */
export function NewDocument({ kind, onClose, onCreated }: NewDocumentProps) {
  const { collection } = kind;
  const [draft, change, forget] = useDraft(`${collection}/new`, {
    id: '',
    text: newText(kind, ''),
  });
  const [isTouched, setTouched] = useState(false);
  const put = usePutText(collection);
  const one = listedTexts[collection]?.one ?? '';
  const close = () => {
    forget();
    onClose();
  };
  const changeId = (typed: string) =>
    // The text follows the id until it is edited itself.
    change(isTouched ? { ...draft, id: typed } : { id: typed, text: newText(kind, typed) });
  const id = draft.id.trim();
  const created = () => {
    forget();
    onCreated(id);
  };
  const submit = () =>
    put.mutate({ id, text: draft.text, etag: undefined }, { onSuccess: created });
  return (
    <EditorForm
      collection={collection}
      text={draft.text}
      action={editTexts.create(one)}
      isIncomplete={id === ''}
      isPending={put.isPending}
      error={put.error}
      onChange={(text) => {
        setTouched(true);
        change({ ...draft, text });
      }}
      onDiscard={close}
      onSubmit={submit}
    >
      <div className="new-id">
        <TextField
          label={editTexts.id}
          hint={editTexts.idHint}
          isMono
          value={draft.id}
          onChange={changeId}
        />
      </div>
    </EditorForm>
  );
}
