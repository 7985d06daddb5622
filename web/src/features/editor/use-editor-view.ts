import { useState, useSyncExternalStore } from 'react';
import type { EditorSearch, EditorView } from './editor-search.ts';
import { forms } from './form/kinds.ts';
import type { EditableKind } from './kinds.ts';
import type { TextModel } from './text/use-yaml.ts';

/** Narrower windows have no room for a form, a text and the verdict. */
const wide = '(min-width: 1280px)';

const onChange = (told: () => void) => {
  const list = matchMedia(wide);
  list.addEventListener('change', told);
  return () => list.removeEventListener('change', told);
};

const wideViews: readonly EditorView[] = ['form', 'yaml', 'both', 'diagram'];
const narrowViews: readonly EditorView[] = ['form', 'yaml', 'diagram'];

const useIsWide = (): boolean => useSyncExternalStore(onChange, () => matchMedia(wide).matches);

export type ShownView = {
  /** Undefined until the text is read. */
  view: EditorView | undefined;
  offered: readonly EditorView[];
};

/**
 * The view that the address names. Without a name a text that the form can show appears as a form, beside the text where there is room;
 * another one as YAML. This is decided once: mending a text must not change the view below the cursor.
 */
export function useEditorView(
  { show }: EditorSearch,
  kind: EditableKind,
  { parsed, model }: TextModel,
): ShownView {
  const isWide = useIsWide();
  const [fitsForm, setFitsForm] = useState<boolean>();
  if (fitsForm === undefined && parsed !== undefined) {
    setFitsForm(parsed.problems.length === 0 && forms[kind].isKnown(model));
  }
  const offered = isWide ? wideViews : narrowViews;
  const form = isWide ? 'both' : 'form';
  return { view: viewOf(show, form, fitsForm), offered };
}

function viewOf(
  show: EditorView | undefined,
  form: 'both' | 'form',
  fitsForm: boolean | undefined,
): EditorView | undefined {
  if (show !== undefined) return show === 'both' ? form : show;
  if (fitsForm !== undefined) return fitsForm ? form : 'yaml';
  // The text beside the form is there at once.
  return form === 'both' ? form : undefined;
}
