import { Modal } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { isStatus } from '../../../api/problem.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Segments } from '../../../components/controls/segments.tsx';
import { CodeView } from '../../../components/documents/code-view.tsx';
import { ProblemNote } from '../../../components/states/problem-note.tsx';
import { WhyNot } from '../../../components/states/why-not.tsx';
import { useDraft } from '../../../lib/drafts.ts';
import { semanticTexts, entryTexts } from '../../../texts/semantics.ts';
import { useRefusal } from '../../access/refusal.ts';
import { branchConceptQuery } from '../queries.ts';
import { useWriteEntry } from './changes.ts';
import type { EntryNames } from './changes.ts';
import { EntryForm } from './entry-form.tsx';
import { readEntryText } from './entry-text.ts';
import type { EntryForm as Form } from './entry-text.ts';

type EntryEditorProps = {
  names: EntryNames;
  /** Empty for a new concept. */
  id: string;
  /** The text that the branch has, and its entity tag. */
  stored: { text: string; etag: string | undefined };
};

const emptyForm = readEntryText('').form as Form;

/** One concept of a branch, as form and as YAML over one text. The draft survives a reload. */
export function EntryEditor({ names, id, stored }: EntryEditorProps) {
  const page = `entry/${names.namespace}/${names.branch}/${id}`;
  const [draft, change, forget] = useDraft(page, stored);
  const [view, setView] = useState<'form' | 'yaml'>('form');
  const reading = readEntryText(draft.text);
  const [last, setLast] = useState<Form>(reading.form ?? emptyForm);
  if (reading.form !== undefined && JSON.stringify(reading.form) !== JSON.stringify(last)) {
    setLast(reading.form);
  }
  const [isRemoving, setRemoving] = useState(false);
  const navigate = useNavigate();
  const { put, remove } = useWriteEntry(names);
  const refused = useRefusal('RESOURCES_EDIT', `semantics/${names.namespace}`, true);
  const isChanged = draft.text !== stored.text;
  const identity = id === '' ? last.id || last.name : id;
  const leave = () => {
    forget();
    void navigate({ to: '/semantics/$namespace/branches/$branch', params: names });
  };
  const save = (etag: string | undefined) =>
    put.mutate(
      { id: identity, text: draft.text, etag },
      {
        onSuccess: () => {
          notifications.show({ message: entryTexts.saved });
          leave();
        },
      },
    );
  const write = (text: string) => change({ ...draft, text });
  return (
    <div className="entry">
      <div className="row wrap">
        <Segments
          label={entryTexts.view}
          value={view}
          options={[
            { value: 'form', name: entryTexts.form },
            { value: 'yaml', name: entryTexts.yaml },
          ]}
          onChange={setView}
        />
        {id !== '' && (
          <span className="push">
            <WhyNot refused={refused} compact tone="danger" onClick={() => setRemoving(true)}>
              {entryTexts.remove}
            </WhyNot>
          </span>
        )}
      </div>
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
          onChange={write}
        />
      ) : (
        <textarea
          className="input mono entry-yaml"
          aria-label={entryTexts.yaml}
          spellCheck={false}
          rows={Math.max(16, draft.text.split('\n').length + 2)}
          value={draft.text}
          onChange={({ target }) => write(target.value)}
        />
      )}
      {put.error !== null && !isStatus(put.error, 412) && <ProblemNote error={put.error} />}
      {isStatus(put.error, 412) && (
        <Changed names={names} id={identity} onOverwrite={save} onTake={(next) => change(next)} />
      )}
      <div className="row entry-foot">
        <Button disabled={!isChanged} onClick={leave}>
          {entryTexts.discard}
        </Button>
        <WhyNot
          refused={refused}
          tone="primary"
          disabled={!isChanged || reading.problem !== undefined || identity === '' || put.isPending}
          onClick={() => save(draft.etag)}
        >
          {entryTexts.save}
        </WhyNot>
      </div>
      <Modal
        opened={isRemoving}
        onClose={() => setRemoving(false)}
        title={entryTexts.removeTitle(last.name)}
        withCloseButton={false}
      >
        <div className="stack">
          <p className="soft">{entryTexts.removeDetail}</p>
          {remove.error !== null && <ProblemNote error={remove.error} />}
          <div className="row">
            <Button onClick={() => setRemoving(false)}>{semanticTexts.cancel}</Button>
            <Button
              tone="danger"
              disabled={remove.isPending}
              onClick={() => remove.mutate({ id, etag: stored.etag }, { onSuccess: leave })}
            >
              {entryTexts.remove}
            </Button>
          </div>
        </div>
      </Modal>
    </div>
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
