import { useNavigate } from '@tanstack/react-router';
import { newTexts } from '../../texts/studio/new-document.ts';
import { beginDraft } from '../editor/begin-draft.ts';
import type { About } from './about-fields.tsx';
import { idOfName } from './templates.ts';
import type { DraftKind } from './uploads.ts';

/** Name, id and team of a new document; a problem when something is missing. */
export type Chosen = { id: string; name: string; team: string };

/** What the author has chosen, or what is missing. */
export function chosenOf({ name, team }: About, suggested = ''): Chosen | string {
  const shown = name.trim() === '' ? suggested : name.trim();
  const id = idOfName(shown);
  if (id === '') return newTexts.nameFirst;
  return team === '' ? newTexts.teamMissing : { id, name: shown, team };
}

/** Opens a text in the editor as the draft of a document that is not stored yet. */
export function useOpenDraft(kind: DraftKind): (draft: { id: string; text: string }) => void {
  const navigate = useNavigate();
  return ({ id, text }) => {
    beginDraft({ kind, id, text });
    void navigate({ to: `/${kind}/$id/edit`, params: { id } });
  };
}
