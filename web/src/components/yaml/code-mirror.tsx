import { setDiagnostics } from '@codemirror/lint';
import { Annotation, Compartment, EditorState, Text } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useEffect, useRef, useState } from 'react';
import { diagnosticsOf } from './diagnostics.ts';
import { changing, unchanging } from './extensions.ts';
import { changeBetween } from './text-change.ts';
import type { YamlEditorProps } from './types.ts';

/** Marks changes that come from the page and not from typing. */
const fromPage = Annotation.define<true>();

/** CodeMirror as a controlled component. It is loaded with the first text that is edited. */
export function CodeMirror(props: YamlEditorProps) {
  const { problems, jump, label, schema, isReadOnly = false } = props;
  const { host, view, options } = useView(props);
  useEffect(() => {
    view?.dispatch({ effects: options.reconfigure(changing({ label, schema, isReadOnly })) });
  }, [view, options, label, schema, isReadOnly]);
  useEffect(() => {
    if (view === undefined) return;
    view.dispatch(setDiagnostics(view.state, diagnosticsOf(view.state.doc, problems ?? [])));
  }, [view, problems]);
  useEffect(() => {
    if (view !== undefined && jump !== undefined) moveTo(view, jump);
  }, [view, jump]);
  return <div ref={host} className="yaml-editor" />;
}

/** A view that tells what is typed, and shows the value that the page gives. */
function useView(props: YamlEditorProps) {
  const { value } = props;
  const host = useRef<HTMLDivElement>(null);
  const [options] = useState(() => new Compartment());
  const [view, setView] = useState<EditorView>();
  const shown = useRef(value);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    if (host.current === null) return undefined;
    const doc = latest.current.value;
    const listener = EditorView.updateListener.of(({ docChanged, state, transactions }) => {
      if (!docChanged || transactions.some((each) => each.annotation(fromPage) === true)) return;
      shown.current = state.sliceDoc();
      latest.current.onChange?.(shown.current);
    });
    const extensions = [...unchanging(doc), options.of([]), listener];
    const created = new EditorView({
      parent: host.current,
      state: EditorState.create({ doc, extensions }),
    });
    shown.current = doc;
    setView(created);
    return () => created.destroy();
  }, [options]);
  useEffect(() => {
    if (view === undefined || value === shown.current) return;
    shown.current = value;
    replace(view, value);
  }, [view, value]);
  return { host, view, options };
}

/** Changes only what differs, so that cursor and folded lines stay. */
function replace(view: EditorView, value: string): void {
  const next = value.replaceAll('\r\n', '\n');
  const { insert, ...range } = changeBetween(view.state.doc.toString(), next);
  const changes = { ...range, insert: Text.of(insert.split('\n')) };
  view.dispatch({ changes, annotations: fromPage.of(true) });
}

function moveTo(view: EditorView, jump: NonNullable<YamlEditorProps['jump']>): void {
  const line = view.state.doc.line(Math.min(jump.line, view.state.doc.lines));
  const anchor = Math.min(line.from + jump.column - 1, line.to);
  const effects = EditorView.scrollIntoView(anchor, { y: 'center' });
  view.dispatch({ selection: { anchor }, effects });
  if (jump.isQuiet !== true) view.focus();
}
