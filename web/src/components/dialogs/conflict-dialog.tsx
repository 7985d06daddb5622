import { Modal } from '@mantine/core';
import { useState } from 'react';
import { diffLines } from '../../lib/text/line-diff.ts';
import type { DiffLine } from '../../lib/text/line-diff.ts';
import type { FieldConflict } from '../../lib/text/merge-fields.ts';
import { conflictTexts } from '../../texts/states.ts';
import { Button } from '../controls/button.tsx';

/** How a field is named, shown and edited. A value without a control can be taken, but not edited here. */
export type ConflictField = {
  label: string;
  textOf?: (value: unknown) => string;
  /** `code` shows lines, and marks those that differ from the ones before. */
  control?: 'text' | 'long-text' | 'date' | 'code';
};

type ConflictDialogProps = {
  conflicts: readonly FieldConflict[];
  fields: Readonly<Record<string, ConflictField>>;
  onClose: () => void;
  /** The chosen value of each field of the conflict. */
  onChoose: (chosen: Record<string, unknown>) => void;
};

const plainText = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** An edit met another one (412): both are shown, nothing that was typed is lost, and each field is chosen or edited. */
export function ConflictDialog({ conflicts, fields, onClose, onChoose }: ConflictDialogProps) {
  const [takesTheirs, setTakesTheirs] = useState<ReadonlySet<string>>(new Set());
  const [edited, setEdited] = useState<Readonly<Record<string, unknown>>>({});
  const choose = (field: string, theirs: boolean) => {
    const next = new Set(takesTheirs);
    if (theirs) next.add(field);
    else next.delete(field);
    setTakesTheirs(next);
  };
  const mineOf = ({ field, mine }: FieldConflict) => (field in edited ? edited[field] : mine);
  const save = () =>
    onChoose(
      Object.fromEntries(
        conflicts.map((each) => [
          each.field,
          takesTheirs.has(each.field) ? each.theirs : mineOf(each),
        ]),
      ),
    );
  return (
    <Modal opened onClose={onClose} size="xl" title={conflictTexts.title} withCloseButton={false}>
      <div className="stack">
        <p className="soft">{conflictTexts.detail}</p>
        <div className="conflict-fields">
          {conflicts.map((conflict) => (
            <ConflictRow
              key={conflict.field}
              conflict={{ ...conflict, mine: mineOf(conflict) }}
              shown={fields[conflict.field] ?? { label: conflict.field }}
              takesTheirs={takesTheirs.has(conflict.field)}
              onTake={(theirs) => choose(conflict.field, theirs)}
              onEdit={(value) => {
                setEdited({ ...edited, [conflict.field]: value });
                choose(conflict.field, false);
              }}
            />
          ))}
        </div>
        <div className="row">
          <Button onClick={onClose}>{conflictTexts.cancel}</Button>
          <Button tone="primary" className="push" onClick={save}>
            {conflictTexts.save}
          </Button>
        </div>
      </div>
    </Modal>
  );
}

type ConflictRowProps = {
  conflict: FieldConflict;
  shown: ConflictField;
  takesTheirs: boolean;
  onTake: (theirs: boolean) => void;
  onEdit: (value: string) => void;
};

/** The value before, theirs, and the own one; small screens show them one below the other. */
function ConflictRow({ conflict, shown, takesTheirs, onTake, onEdit }: ConflictRowProps) {
  const { field, base, theirs, mine } = conflict;
  const { label, textOf = plainText, control } = shown;
  const isCode = control === 'code';
  const choice = { name: `conflict ${field}`, label };
  return (
    <fieldset className="conflict-field">
      <legend>{label}</legend>
      <div>
        <span className="small faint">{conflictTexts.base}</span>
        {isCode ? (
          <Lines before={textOf(base)} text={textOf(base)} />
        ) : (
          <Value text={textOf(base)} />
        )}
      </div>
      <div>
        <Choice
          {...choice}
          says={conflictTexts.takeTheirs}
          checked={takesTheirs}
          onTake={() => onTake(true)}
        />
        {isCode ? (
          <Lines before={textOf(base)} text={textOf(theirs)} />
        ) : (
          <Value text={textOf(theirs)} />
        )}
      </div>
      <div>
        <Choice
          {...choice}
          says={conflictTexts.takeMine}
          checked={!takesTheirs}
          onTake={() => onTake(false)}
        />
        {control === undefined ? (
          <Value text={textOf(mine)} />
        ) : (
          <Editor
            control={control}
            label={conflictTexts.edit(label)}
            value={plainText(mine)}
            onEdit={onEdit}
          />
        )}
      </div>
    </fieldset>
  );
}

/** Lines of a text that were added to the ones before, or removed from them. */
function Lines({ before, text }: { before: string; text: string }) {
  if (text === '' && before === '') return <Value text="" />;
  return (
    <pre className="code-block conflict-lines" tabIndex={0}>
      {diffLines(before.trimEnd(), text.trimEnd()).map(({ kind, text: line }, index) => (
        <Line key={`${index} ${kind}`} kind={kind} line={line} />
      ))}
    </pre>
  );
}

function Line({ kind, line }: { kind: DiffLine['kind']; line: string }) {
  if (kind === 'added') return <ins>{`+ ${line}\n`}</ins>;
  if (kind === 'removed') return <del>{`− ${line}\n`}</del>;
  return `  ${line}\n`;
}

function Value({ text }: { text: string }) {
  return <p className={text === '' ? 'faint' : undefined}>{text || conflictTexts.nothing}</p>;
}

type ChoiceProps = {
  name: string;
  label: string;
  says: string;
  checked: boolean;
  onTake: () => void;
};

function Choice({ name, label, says, checked, onTake }: ChoiceProps) {
  return (
    <label className="check small">
      <input
        type="radio"
        name={name}
        aria-label={`${says}: ${label}`}
        checked={checked}
        onChange={onTake}
      />
      {says}
    </label>
  );
}

type EditorProps = {
  control: NonNullable<ConflictField['control']>;
  label: string;
  value: string;
  onEdit: (value: string) => void;
};

function Editor({ control, label, value, onEdit }: EditorProps) {
  if (control === 'long-text' || control === 'code') {
    const lines = value.split('\n').length;
    return (
      <textarea
        className={control === 'code' ? 'input mono' : 'input'}
        aria-label={label}
        rows={Math.min(Math.max(lines + 1, 4), 24)}
        value={value}
        onChange={(event) => onEdit(event.target.value)}
      />
    );
  }
  return (
    <input
      className="input"
      type={control}
      aria-label={label}
      value={value}
      onChange={(event) => onEdit(event.target.value)}
    />
  );
}
