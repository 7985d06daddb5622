import { useMemo } from 'react';
import type { TextProblem } from '../../components/yaml/yaml-editor.tsx';
import { problemsOf, useChecked } from './use-checked.ts';
import type { Edit, EditStart } from './use-edit.ts';
import type { Parsed } from './use-yaml.ts';
import type { useSave } from './use-save.ts';

type ProblemsOf = {
  kind: EditStart['kind'];
  /** Id under which the text would be stored. */
  id: string | undefined;
  edit: Edit;
  parsed: Parsed | undefined;
  save: ReturnType<typeof useSave>;
};

/** What keeps the text from being read, or else what the server says of it. */
export function useProblems({ kind, id, edit, parsed, save }: ProblemsOf): readonly TextProblem[] {
  const isRead = parsed === undefined || parsed.problems.length === 0;
  const isWanted = edit.isDirty && isRead;
  const checked = useChecked({ kind, id, text: parsed?.text ?? '', isWanted });
  const { error, variables } = save;
  const isOfText = error !== null && variables?.text === edit.text;
  return useMemo(() => {
    if (!isRead) return parsed.problems.map((each) => ({ ...each, severity: 'error' as const }));
    const refused = isOfText ? problemsOf(error) : [];
    return refused.length > 0 ? refused : checked;
  }, [isRead, parsed, isOfText, error, checked]);
}
