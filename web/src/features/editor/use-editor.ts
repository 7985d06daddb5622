import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { isStatus } from '../../api/problem.ts';
import type { Refused } from '../../components/states/why-not.tsx';
import { editorTexts } from '../../texts/studio/editor.ts';
import { editPermissionQuery } from '../permissions/edit-permission.ts';
import { problemsOf } from './use-checked.ts';
import type { Edit, EditStart } from './use-edit.ts';
import { useEditorRelease } from './use-editor-release.ts';
import { useMeeting } from './use-meeting.ts';
import { useProblems } from './use-problems.ts';
import { useSave } from './use-save.ts';
import { useSaveKey } from './use-save-key.ts';
import { useYaml } from './text/use-yaml.ts';
import type { Parsed } from './text/use-yaml.ts';

/** All that happens to an edit: problems, saving, and meeting other edits. */
export function useEditor(start: EditStart, edit: Edit) {
  const { kind, id } = start;
  const yaml = useYaml(edit.text, edit.setText);
  const { parsed } = yaml;
  const meeting = useMeeting(start, edit);
  const release = useEditorRelease(start, edit);
  const save = useSave(start, edit, release, (sent) => void meeting.meet(sent));
  const textId = edit.base === undefined ? parsed?.id : id;
  const problems = useProblems({ kind, id: textId, edit, parsed, save, release });
  const unfit = useRefusal({ start, edit, parsed, textId });
  const refused = unfit ?? (release.block === undefined ? undefined : { because: release.block });
  const send = (next: Pick<Edit, 'text' | 'base'>) => {
    if (textId !== undefined) save.mutate({ ...next, id: textId });
  };
  const isJudged = release.judged.isCurrent || release.judged.error !== null;
  const sendJudged = useJudged({ edit, isJudged, isRefused: refused !== undefined, send });
  useSaveKey(() => {
    if (save.isPending || unfit !== undefined) return;
    if (refused === undefined) send(edit);
    else if (!isJudged) sendJudged({ text: edit.text, base: edit.base });
  });
  /** What is chosen is another text, on another revision: it is saved only if its verdict allows it. */
  const choose = (chosen: Record<string, unknown>) => sendJudged(meeting.choose(chosen));
  const discard = useDiscard(start, edit);
  const failure = failureOf(save);
  const taken = takenId(save);
  const isSaving = save.isPending;
  return {
    problems,
    refused,
    send,
    choose,
    isSaving,
    failure,
    taken,
    meeting,
    discard,
    release,
    yaml,
  };
}

type JudgedOf = { edit: Edit; isJudged: boolean; isRefused: boolean; send: (edit: Edit) => void };

type Sent = Pick<Edit, 'text' | 'base'>;

/**
 * Saves an edit as soon as the verdict on it is there, unless the verdict or another edit stands against it. The wish is state, so that
 * it is only seen together with the edit that it is about: the text may stay, and only its base change.
 */
function useJudged({ edit, isJudged, isRefused, send }: JudgedOf): (wanted: Sent) => void {
  const [wanted, setWanted] = useState<Sent>();
  const done = useRef<Sent>(undefined);
  useEffect(() => {
    if (wanted === undefined || wanted === done.current || !isJudged) return;
    done.current = wanted;
    const isSame = wanted.text === edit.text && wanted.base === edit.base;
    if (isSame && !isRefused) send(edit);
  }, [wanted, isJudged, isRefused, edit, send]);
  return setWanted;
}

type RefusalOf = {
  start: EditStart;
  edit: Edit;
  parsed: Parsed | undefined;
  textId: string | undefined;
};

/** Why the text cannot be saved; undefined if it can. */
function useRefusal({ start: { kind, id }, edit, parsed, textId }: RefusalOf): Refused | undefined {
  const isStored = edit.base !== undefined;
  const permission = useQuery({ ...editPermissionQuery(kind, id), enabled: isStored }).data;
  if (permission?.allowed === false) return { because: permission.because };
  if (!edit.isDirty) return { because: editorTexts.nothingToSave };
  const line = parsed?.problems[0]?.line;
  if (line !== undefined) return { because: editorTexts.doesNotParse(line) };
  if (textId !== undefined) return undefined;
  return { because: parsed === undefined ? editorTexts.reading : editorTexts.noId };
}

/** Goes back to the stored text, or leaves a document that was never stored. */
function useDiscard({ kind, stored }: EditStart, edit: Edit): () => void {
  const navigate = useNavigate();
  return () => {
    if (stored !== undefined) {
      edit.setAll({ text: stored.text, base: stored });
      return;
    }
    edit.end();
    void navigate({
      to: kind === 'datacontracts' ? '/studio/new-contract' : '/studio/new-product',
    });
  };
}

/** A failure of the last save that the problems of the text do not tell. */
function failureOf({ error }: ReturnType<typeof useSave>): Error | undefined {
  if (error === null || isStatus(error, 401, 412) || problemsOf(error).length > 0) return undefined;
  return error;
}

/** The id under which a new text could not be stored, because there is another document. */
function takenId({ error, variables }: ReturnType<typeof useSave>): string | undefined {
  return isStatus(error, 412) && variables?.base === undefined ? variables?.id : undefined;
}
