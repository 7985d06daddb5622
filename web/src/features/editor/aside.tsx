import type { ReactNode } from 'react';
import { editorTexts } from '../../texts/studio/editor.ts';

/** The column at the right of the text, which says what the edit changes. */
export function EditorAside({ children }: { children: ReactNode }) {
  return (
    <aside className="editor-aside" aria-label={editorTexts.aside} tabIndex={0}>
      {children}
    </aside>
  );
}
