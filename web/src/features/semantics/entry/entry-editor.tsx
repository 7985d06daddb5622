import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isStatus } from '../../../api/problem.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Segments } from '../../../components/controls/segments.tsx';
import { CodeView } from '../../../components/documents/code-view.tsx';
import { ProblemNote } from '../../../components/states/problem-note.tsx';
import { WhyNot } from '../../../components/states/why-not.tsx';
import { YamlEditor } from '../../../components/yaml/yaml-editor.tsx';
import { semanticTexts, entryTexts } from '../../../texts/semantics/semantics.ts';
import { useRefusal } from '../../permissions/refusal.ts';
import { branchConceptQuery } from '../queries.ts';
import { useWriteEntry } from './changes.ts';
import type { EntryNames } from './changes.ts';
import { EntryForm } from './entry-form.tsx';
import { useEntry } from './use-entry.ts';
import type { EntryOf } from './use-entry.ts';

type EntryEditorProps = EntryOf;
type View = 'form' | 'yaml';

/** One concept of a branch, as form and as YAML over one text. The draft survives a reload. */
export function EntryEditor(props: EntryEditorProps) {
  const { names, id } = props;
  const [view, setView] = useState<View>('form');
  const entry = useEntry(props);
  const { draft, reading, last, put } = entry;
  return (
    <div className="entry">
      <Toolbar {...props} view={view} name={last.name} onView={setView} onLeave={entry.leave} />
      {reading.problem !== undefined && (
        <div className="note bad" role="alert">
          {reading.problem.message === ''
            ? entryTexts.notObject
            : entryTexts.notParsed(reading.problem.line, reading.problem.message)}
        </div>
      )}
      {view === 'form' ? (
        <EntryForm
          text={draft.text}
          form={last}
          isNew={id === ''}
          isReadOnly={reading.problem !== undefined}
          onChange={entry.write}
        />
      ) : (
        <div className="yaml-frame">
          <YamlEditor
            label={entryTexts.yaml}
            value={draft.text}
            onChange={entry.write}
            problems={entry.problems}
          />
        </div>
      )}
      {put.error !== null && !isStatus(put.error, 412) && <ProblemNote error={put.error} />}
      {isStatus(put.error, 412) && (
        <Changed
          names={names}
          id={entry.identity}
          onOverwrite={entry.save}
          onTake={entry.takeTheirs}
        />
      )}
      <Foot names={names} entry={entry} />
    </div>
  );
}

function Foot({ names, entry }: { names: EntryNames; entry: ReturnType<typeof useEntry> }) {
  const { isChanged, canSave, draft } = entry;
  const refused = useRefusal('RESOURCES_EDIT', `semantics/${names.namespace}`, true);
  return (
    <div className="row entry-foot">
      <Button disabled={!isChanged} onClick={entry.leave}>
        {entryTexts.discard}
      </Button>
      <WhyNot
        refused={refused}
        tone="primary"
        disabled={!canSave}
        onClick={() => entry.save(draft.etag)}
      >
        {entryTexts.save}
      </WhyNot>
    </div>
  );
}

type ToolbarProps = EntryEditorProps & {
  view: View;
  name: string;
  onView: (view: View) => void;
  onLeave: () => void;
};

function Toolbar({ names, id, stored, view, name, onView, onLeave }: ToolbarProps) {
  const [isRemoving, setRemoving] = useState(false);
  const refused = useRefusal('RESOURCES_EDIT', `semantics/${names.namespace}`, true);
  return (
    <div className="row wrap">
      <Segments
        label={entryTexts.view}
        value={view}
        options={[
          { value: 'form', name: entryTexts.form },
          { value: 'yaml', name: entryTexts.yaml },
        ]}
        onChange={onView}
      />
      {id !== '' && (
        <span className="push">
          <WhyNot refused={refused} compact tone="danger" onClick={() => setRemoving(true)}>
            {entryTexts.remove}
          </WhyNot>
        </span>
      )}
      {isRemoving && (
        <RemoveDialog
          names={names}
          entry={{ id, name, etag: stored.etag }}
          onClose={() => setRemoving(false)}
          onRemoved={onLeave}
        />
      )}
    </div>
  );
}

type RemoveDialogProps = {
  names: EntryNames;
  entry: { id: string; name: string; etag: string | undefined };
  onClose: () => void;
  onRemoved: () => void;
};

function RemoveDialog({ names, entry, onClose, onRemoved }: RemoveDialogProps) {
  const { remove } = useWriteEntry(names);
  const { id, name, etag } = entry;
  return (
    <Modal opened onClose={onClose} title={entryTexts.removeTitle(name)} withCloseButton={false}>
      <div className="stack">
        <p className="soft">{entryTexts.removeDetail}</p>
        {remove.error !== null && <ProblemNote error={remove.error} />}
        <div className="row">
          <Button onClick={onClose}>{semanticTexts.cancel}</Button>
          <Button
            tone="danger"
            disabled={remove.isPending}
            onClick={() => remove.mutate({ id, etag }, { onSuccess: onRemoved })}
          >
            {entryTexts.remove}
          </Button>
        </div>
      </div>
    </Modal>
  );
}

type ChangedProps = {
  names: EntryNames;
  id: string;
  onOverwrite: (etag: string | undefined) => void;
  onTake: (draft: { text: string; etag: string | undefined }) => void;
};

/** Somebody else has saved the concept meanwhile: theirs is shown, mine is kept. */
function Changed({ names, id, onOverwrite, onTake }: ChangedProps) {
  const theirs = useQuery({
    ...branchConceptQuery(names.namespace, names.branch, id),
    staleTime: 0,
    refetchOnMount: 'always',
  }).data;
  return (
    <div className="note warn" role="alert">
      <div className="stack">
        {entryTexts.changed}
        {theirs !== undefined && (
          <>
            <CodeView text={theirs.data.yaml} name={entryTexts.theirs} />
            <div className="row">
              <Button compact onClick={() => onTake({ text: theirs.data.yaml, etag: theirs.etag })}>
                {entryTexts.takeTheirs}
              </Button>
              <Button compact onClick={() => onOverwrite(theirs.etag)}>
                {entryTexts.overwrite}
              </Button>
            </div>
          </>
        )}
      </div>
    </div>
  );
}
