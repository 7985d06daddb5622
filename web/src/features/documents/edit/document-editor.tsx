import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isStatus } from '../../../api/problem.ts';
import { ConflictDialog } from '../../../components/dialogs/conflict-dialog.tsx';
import { Loaded } from '../../../components/states/loaded.tsx';
import { useDraft } from '../../../lib/drafts.ts';
import { editTexts } from '../../../texts/documents.ts';
import { Trying } from '../../policies/trying.tsx';
import { usePutText } from '../changes.ts';
import type { ListedKind } from '../listed-kinds.ts';
import { textQuery } from '../queries.ts';
import { EditorForm } from './editor-form.tsx';

type DocumentEditorProps = { kind: ListedKind; id: string; onClose: () => void };

/** Edits the text of a document. What is typed survives a reload, an expired session, and an edit of somebody else. */
export function DocumentEditor({ kind, id, onClose }: DocumentEditorProps) {
  const stored = useQuery({
    ...textQuery(kind.collection, id, kind.yamlName),
    refetchOnWindowFocus: false,
  });
  return (
    <Loaded query={stored}>
      {(read) => <Editor kind={kind} id={id} stored={read} onClose={onClose} />}
    </Loaded>
  );
}

type Stored = { text: string; etag: string | undefined };
type Draft = Stored & {
  /** The text from which the draft began. */
  base: string;
};

function Editor({ kind, id, stored, onClose }: DocumentEditorProps & { stored: Stored }) {
  const [draft, change, forget] = useDraft<Draft>(`${kind.collection}/${id}`, {
    ...stored,
    base: stored.text,
  });
  const close = () => {
    forget();
    onClose();
  };
  const { put, theirs, save, forgetTheirs } = useSaving(kind, id, close);
  return (
    <>
      <EditorForm
        collection={kind.collection}
        text={draft.text}
        action={editTexts.save}
        isPending={put.isPending}
        error={isStatus(put.error, 412) ? null : put.error}
        onChange={(text) => change({ ...draft, text })}
        onDiscard={close}
        onSubmit={() => save(draft.text, draft.etag)}
      >
        {kind.collection === 'policies' && <Trying key={draft.text} id={id} text={draft.text} />}
      </EditorForm>
      {theirs !== undefined && (
        <ConflictDialog
          conflicts={[{ field: 'text', base: draft.base, theirs: theirs.text, mine: draft.text }]}
          fields={{ text: { label: editTexts.text, control: 'code' } }}
          onClose={forgetTheirs}
          onChoose={({ text }) => {
            const chosen = String(text);
            change({ text: chosen, base: theirs.text, etag: theirs.etag });
            forgetTheirs();
            save(chosen, theirs.etag);
          }}
        />
      )}
    </>
  );
}

/** Saves the text; if somebody else saved meanwhile, theirs is read to choose from. */
function useSaving({ collection, yamlName }: ListedKind, id: string, onSaved: () => void) {
  const put = usePutText(collection);
  const [theirs, setTheirs] = useState<Stored>();
  const queryClient = useQueryClient();
  const readTheirs = async () => {
    const query = { ...textQuery(collection, id, yamlName), staleTime: 0 };
    setTheirs(await queryClient.fetchQuery(query));
  };
  const save = (text: string, etag: string | undefined) =>
    put.mutate(
      { id, text, etag },
      {
        onSuccess: onSaved,
        onError: (error) => {
          if (isStatus(error, 412)) void readTheirs();
        },
      },
    );
  return { put, theirs, save, forgetTheirs: () => setTheirs(undefined) };
}
