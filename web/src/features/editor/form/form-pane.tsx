import { useMemo } from 'react';
import { SkeletonLines } from '../../../components/states/skeleton.tsx';
import type { TextProblem } from '../../../components/yaml/yaml-editor.tsx';
import type { YamlPath } from '../../../lib/yaml/edits.ts';
import { formTexts } from '../../../texts/studio/editor-form.ts';
import type { EditableKind } from '../kinds.ts';
import { Unreadable } from '../unreadable.tsx';
import type { TextModel } from '../text/use-yaml.ts';
import { AddField, DocumentForm } from './document-form.tsx';
import { forms } from './kinds.ts';
import { OutlineTree } from './outline-tree.tsx';
import { outlineOf, pathOfPart, rowAt } from './outline.ts';
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
  /** Shows a part in the text beside the form. */
  onLocate?: ((path: YamlPath) => void) | undefined;
  /** True if the part was chosen elsewhere: it gets the focus. */
  isChosen: boolean;
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
function KnownForm({ kind, canEdit, part, yaml, problems, ...rest }: FormPaneProps) {
  const { model, edit, parsed } = yaml;
  const { onPart, onGoTo, onLocate, isChosen } = rest;
  const { sections } = forms[kind];
  const rows = useMemo(() => outlineOf(model, sections), [model, sections]);
  const row = rowAt(rows, part);
  const unreadable = parsed?.problems[0];
  const isOpen = canEdit && unreadable === undefined;
  const parts = { model, problems, edit, part };
  const choose = (key: string) => {
    onPart(key);
    onLocate?.(pathOfPart(rows, key));
  };
  return (
    <div className="editor-form-panes">
      <div className="editor-side">
        <OutlineTree rows={rows} current={row?.key ?? ''} onChoose={choose} isFocused={isChosen} />
        {kind === 'datacontracts' && isOpen && (
          <AddField {...parts} path={['schema']} noun={formTexts.table} onChoose={choose} />
        )}
      </div>
      <section className="card editor-form" aria-label={formTexts.form}>
        {unreadable !== undefined && (
          <Unreadable line={unreadable.line} onGoTo={onGoTo}>
            {formTexts.unreadable(unreadable.line)}
          </Unreadable>
        )}
        <fieldset disabled={!isOpen} className="stack">
          {row !== undefined && (
            <DocumentForm {...parts} row={row} sections={sections} onChoose={choose} />
          )}
        </fieldset>
      </section>
    </div>
  );
}
