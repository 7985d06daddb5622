import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Button } from '../../components/controls/button.tsx';
import { ProblemNote } from '../../components/states/problem-note.tsx';
import { editorTexts } from '../../texts/studio/editor.ts';
import { keepDraft } from './begin-draft.ts';
import type { EditableKind } from './kinds.ts';
import { readSource } from './queries.ts';
import type { Edit } from './use-edit.ts';

type TakenNoteProps = { kind: EditableKind; id: string; edit: Edit };

/** There is a document with the id of a new text: it can be looked at, or edited with this text. */
export function TakenNote({ kind, id, edit }: TakenNoteProps) {
  const navigate = useNavigate();
  const editOther = useMutation({
    mutationFn: () => readSource({ kind, id }),
    onSuccess: async ({ etag }) => {
      edit.end();
      keepDraft(kind, id, { text: edit.text, etag });
      // The address may be the same, and the editor starts anew.
      await navigate({ to: `/${kind}/$id/edit`, params: { id }, reloadDocument: true });
    },
  });
  return (
    <>
      <div className="note bad" role="alert">
        <span>
          {editorTexts.exists}{' '}
          <Link className="link" to={`/${kind}/$id/{-$tab}`} params={{ id, tab: undefined }}>
            {id}
          </Link>
          . {editorTexts.existsHint}
        </span>
        <Button
          compact
          className="push"
          disabled={editOther.isPending}
          onClick={() => editOther.mutate()}
        >
          {editorTexts.editOther(id)}
        </Button>
      </div>
      {editOther.error !== null && <ProblemNote error={editOther.error} />}
    </>
  );
}
