import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useDraft } from '../../../lib/drafts.ts';
import { entryTexts } from '../../../texts/semantics.ts';
import { useWriteEntry } from './changes.ts';
import type { EntryNames } from './changes.ts';
import { readEntryText } from './entry-text.ts';
import type { EntryForm } from './entry-text.ts';

/** A concept of a branch with its stored text and entity tag; the id of a new one is empty. */
export type EntryOf = {
  names: EntryNames;
  id: string;
  stored: { text: string; etag: string | undefined };
};

const emptyForm = readEntryText('').form as EntryForm;

/** The draft of a concept: one text, what it says, and its way to the branch. */
export function useEntry({ names, id, stored }: EntryOf) {
  const page = `entry/${names.namespace}/${names.branch}/${id}`;
  const [draft, change, forget] = useDraft(page, stored);
  const reading = readEntryText(draft.text);
  const last = useLast(reading.form);
  const navigate = useNavigate();
  const { put } = useWriteEntry(names);
  const leave = () => {
    forget();
    void navigate({ to: '/semantics/$namespace/branches/$branch', params: names });
  };
  const finish = () => {
    notifications.show({ message: entryTexts.saved });
    leave();
  };
  const isChanged = draft.text !== stored.text;
  const identity = id === '' ? last.id || last.name : id;
  const isReadable = reading.problem === undefined && identity !== '';
  return {
    draft,
    reading,
    last,
    put,
    leave,
    isChanged,
    identity,
    canSave: isChanged && isReadable && !put.isPending,
    write: (text: string) => change({ ...draft, text }),
    takeTheirs: (theirs: EntryOf['stored']) => {
      put.reset();
      change(theirs);
    },
    save: (etag: string | undefined) =>
      put.mutate({ id: identity, text: draft.text, etag }, { onSuccess: finish }),
  };
}

/** The form as it could be read last. */
function useLast(form: EntryForm | undefined): EntryForm {
  const [last, setLast] = useState(form ?? emptyForm);
  if (form !== undefined && JSON.stringify(form) !== JSON.stringify(last)) setLast(form);
  return form ?? last;
}
