import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { Problem } from '../../../api/problem.ts';
import type { TextProblem } from '../../../components/yaml/yaml-editor.tsx';
import { useDraft } from '../../../lib/drafts.ts';
import { entryTexts } from '../../../texts/semantics/semantics.ts';
import { useWriteEntry } from './changes.ts';
import type { EntryNames } from './changes.ts';
import { readEntryText } from './entry-text.ts';
import type { EntryForm, EntryReading } from './entry-text.ts';

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
  const reading = useMemo(() => readEntryText(draft.text), [draft.text]);
  const last = useLast(reading.form);
  const navigate = useNavigate();
  const { put } = useWriteEntry(names);
  const refusal = put.variables?.text === draft.text ? put.error : null;
  const problems = useMemo(() => problemsOf(reading, refusal), [reading, refusal]);
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
    problems,
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

/** What keeps the text from being read, or else what the server says of this text. */
function problemsOf({ problem }: EntryReading, error: Error | null): readonly TextProblem[] {
  if (problem !== undefined) {
    const { line, message } = problem;
    return [{ line, message: message || entryTexts.notObject, severity: 'error' }];
  }
  const violations = error instanceof Problem ? error.violations : [];
  return violations.map(({ message, ...place }) => ({ message, severity: 'error', ...place }));
}

/** The form as it could be read last. */
function useLast(form: EntryForm | undefined): EntryForm {
  const [last, setLast] = useState(form ?? emptyForm);
  if (form !== undefined && JSON.stringify(form) !== JSON.stringify(last)) setLast(form);
  return form ?? last;
}
