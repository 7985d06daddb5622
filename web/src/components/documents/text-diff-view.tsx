import { yaml } from '@codemirror/lang-yaml';
import { MergeView, unifiedMergeView } from '@codemirror/merge';
import { EditorState } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { styleNonce } from '../../lib/style-nonce.ts';
import './text-diff.css';

type TextDiffViewProps = { before: string; after: string; label: string };

/** CodeMirror with the changes between two texts; `TextDiff` loads it. */
export function TextDiffView({ before, after, label }: TextDiffViewProps) {
  const parent = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (parent.current === null) return undefined;
    const view = new EditorView({
      parent: parent.current,
      state: EditorState.create({
        doc: after,
        extensions: [
          EditorView.cspNonce.of(styleNonce),
          EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
          EditorState.readOnly.of(true),
          EditorView.editable.of(false),
          EditorView.lineWrapping,
          lineNumbers(),
          yaml(),
          unifiedMergeView({
            original: before,
            mergeControls: false,
            collapseUnchanged: { margin: 3, minSize: 6 },
          }),
        ],
      }),
    });
    return () => view.destroy();
  }, [before, after, label]);
  return <div ref={parent} className="text-diff" />;
}

/** A text with the name of its side. */
export type NamedText = { name: string; text: string };

type TextCompareViewProps = { before: NamedText; after: NamedText };

const sideOf = ({ name, text }: NamedText) => ({
  doc: text,
  extensions: [
    EditorView.cspNonce.of(styleNonce),
    EditorView.contentAttributes.of({ 'aria-label': name, tabindex: '0' }),
    EditorState.readOnly.of(true),
    EditorView.editable.of(false),
    EditorView.lineWrapping,
    lineNumbers(),
    yaml(),
  ],
});

/** CodeMirror with two texts side by side; `TextCompare` loads it. */
export function TextCompareView({ before, after }: TextCompareViewProps) {
  const parent = useRef<HTMLDivElement>(null);
  const [left, right] = [before.text, after.text];
  const [leftName, rightName] = [before.name, after.name];
  useEffect(() => {
    if (parent.current === null) return undefined;
    const view = new MergeView({
      parent: parent.current,
      a: sideOf({ name: leftName, text: left }),
      b: sideOf({ name: rightName, text: right }),
      collapseUnchanged: { margin: 3, minSize: 6 },
    });
    return () => view.destroy();
  }, [left, right, leftName, rightName]);
  return (
    <div className="text-compare">
      <div className="text-compare-names small medium">
        <span>{leftName}</span>
        <span>{rightName}</span>
      </div>
      <div ref={parent} className="text-diff" />
    </div>
  );
}
