import { useEffect, useState } from 'react';
import { isStatus } from '../../api/problem.ts';
import type { TextProblem } from '../../components/yaml/yaml-editor.tsx';
import { useSettled } from '../../lib/hooks/use-settled.ts';
import type { EditableKind } from './kinds.ts';
import { putText } from './queries.ts';

type Wanted = {
  kind: EditableKind;
  /** Undefined while there is no id to check under. */
  id: string | undefined;
  text: string;
  /** False if the server need not be asked: the text is stored, or does not parse. */
  isWanted: boolean;
};

const pauseMs = 250;

const none: readonly TextProblem[] = [];

/** What the server would say to the text, 400 ms after the last key: parsing waits for the other 150. */
export function useChecked({ kind, id, text, isWanted }: Wanted): readonly TextProblem[] {
  const settled = useSettled(text, pauseMs);
  const [problems, setProblems] = useState(none);
  useEffect(() => {
    if (!isWanted || id === undefined || settled === '') return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    putText({ kind, id, text: settled, dryRun: true, signal }).then(
      (warnings) => setProblems(warnings === undefined ? [] : [warning(warnings)]),
      (error: unknown) => {
        if (!signal.aborted) setProblems(problemsOf(error));
      },
    );
    return () => controller.abort();
  }, [kind, id, settled, isWanted]);
  return isWanted ? problems : none;
}

const warning = (message: string): TextProblem => ({ message, severity: 'warning' });

/** The problems of a refused text with their lines; other failures are told when the text is saved. */
export function problemsOf(error: unknown): TextProblem[] {
  if (!isStatus(error, 400, 409, 422)) return [];
  const { violations, detail } = error;
  if (violations.length === 0) return [{ message: detail, severity: 'error' }];
  return violations.map(({ field, message, ...place }) => ({
    message: field === '' ? message : `${field} ${message}`,
    field,
    severity: 'error',
    ...place,
  }));
}
