import { useMemo } from 'react';
import { SkeletonLines } from '../../../components/states/skeleton.tsx';
import type { TextProblem } from '../../../components/yaml/yaml-editor.tsx';
import type { YamlProblem } from '../../../lib/yaml/parse.ts';
import { formTexts } from '../../../texts/editor-form.ts';
import type { EditableKind } from '../kinds.ts';
import type { TextModel } from '../use-yaml.ts';
import { AddField, DocumentForm } from './document-form.tsx';
import { forms } from './kinds.ts';
import { OutlineTree } from './outline-tree.tsx';
import { outlineOf } from './outline.ts';
import './form.css';

type FormPaneProps = {
  kind: EditableKind;
  canEdit: boolean;
  /** The part of the document that is shown. */
  part: string | undefined;
  onPart: (part: string) => void;
  yaml: TextModel;
  problems: readonly TextProblem[];
  onGoTo: (line: number) => void;
};

/** The document as a form: its parts in a tree, and what is chosen in it. */
export function FormPane(props: FormPaneProps) {
  const { model, parsed } = props.yaml;
  if (parsed === undefined) return <SkeletonLines lines={12} />;
  if (!forms[props.kind].isKnown(model)) {
    return <p className="note editor-other">{formTexts.otherStandard}</p>;
  }
  return <KnownForm {...props} />;
}

/** Read-only while the text does not parse. */
function KnownForm({ kind, canEdit, part, onPart, yaml, problems, onGoTo }: FormPaneProps) {
  const { model, edit, parsed } = yaml;
  const { sections } = forms[kind];
  const rows = useMemo(() => outlineOf(model, sections), [model, sections]);
  const row = rows.find(({ key }) => key === part) ?? rows[0];
  const unreadable = parsed?.problems[0];
  const isOpen = canEdit && unreadable === undefined;
  const parts = { model, problems, edit };
  return (
    <div className="editor-form-panes">
      <div className="editor-side">
        <OutlineTree rows={rows} current={row?.key ?? ''} onChoose={onPart} />
        {kind === 'datacontracts' && isOpen && (
          <AddField {...parts} path={['schema']} noun={formTexts.table} onChoose={onPart} />
        )}
      </div>
      <section className="card editor-form" aria-label={formTexts.form}>
        {unreadable !== undefined && <Unreadable problem={unreadable} onGoTo={onGoTo} />}
        <fieldset disabled={!isOpen} className="stack">
          {row !== undefined && (
            <DocumentForm {...parts} row={row} sections={sections} onChoose={onPart} />
          )}
        </fieldset>
      </section>
    </div>
  );
}

type UnreadableProps = { problem: YamlProblem; onGoTo: (line: number) => void };

function Unreadable({ problem: { line }, onGoTo }: UnreadableProps) {
  return (
    <div className="note warn" role="alert">
      <div>
        {formTexts.unreadable(line)}{' '}
        <button type="button" className="link-button" onClick={() => onGoTo(line)}>
          {formTexts.goToLine(line)}
        </button>
      </div>
    </div>
  );
}
