import { useMemo } from 'react';
import type { TextProblem } from '../../components/yaml/yaml-editor.tsx';
import { problemsOf, useChecked } from './use-checked.ts';
import type { useEditorRelease } from './use-editor-release.ts';
import type { Edit, EditStart } from './use-edit.ts';
import type { Parsed } from './text/use-yaml.ts';
import type { useSave } from './use-save.ts';

type ProblemsOf = {
  kind: EditStart['kind'];
  /** Id under which the text would be stored. */
  id: string | undefined;
  edit: Edit;
  parsed: Parsed | undefined;
  save: ReturnType<typeof useSave>;
  release: ReturnType<typeof useEditorRelease>;
};

/** What keeps the text from being read, or else what the server says of it. */
export function useProblems(props: ProblemsOf): readonly TextProblem[] {
  const { kind, id, edit, parsed, save, release } = props;
  const isRead = parsed === undefined || parsed.problems.length === 0;
  // People who may not save get the problems of the text with its verdict.
  const maySave = release.isPermissionKnown && release.maySave;
  const isWanted = edit.isDirty && isRead && maySave;
  const checked = useChecked({ kind, id, text: parsed?.text ?? '', isWanted });
  const { error, variables } = save;
  const unfit = maySave ? null : release.judged.error;
  const isOfText = error !== null && variables?.text === edit.text;
  return useMemo(() => {
    if (!isRead) return parsed.problems.map((each) => ({ ...each, severity: 'error' as const }));
    const refused = problemsOf(isOfText ? error : unfit);
    return refused.length > 0 ? refused : checked;
  }, [isRead, parsed, isOfText, error, unfit, checked]);
}
