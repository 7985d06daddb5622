import type { WorkHistory } from '../../db/views/work/history.ts';
import type { WorkRow } from '../../db/views/work/list.ts';
import type { NameOfSubject } from '../../db/views/work/subject-names.ts';
import { listAttempts, listWorkSteps } from '../../domain/work/history.ts';

/** A piece of work in the form of lists. */
export function presentWork({ organizationId, progress, ...row }: WorkRow, nameOf: NameOfSubject) {
  return {
    ...row,
    subjectName: nameOf(row),
    owner: organizationId === null ? 'installation' : 'organization',
    progress: progress === null ? null : (JSON.parse(progress) as unknown),
  };
}

type Known = { names: ReadonlyMap<string, string>; nameOf: NameOfSubject; now: Date };

/** A piece of work with its attempts and history; `names` are those of the principals that intervened. */
export function presentHistory(history: WorkHistory, { names, nameOf, now }: Known) {
  const steps = listWorkSteps(history).map((step) =>
    step.principal === undefined
      ? step
      : { ...step, principalName: names.get(step.principal) ?? null },
  );
  const attempts = listAttempts(history, now);
  const { payload, payloadBytes } = history;
  return {
    ...presentWork(history.work, nameOf),
    payload: payload === null ? null : (JSON.parse(payload) as unknown),
    payloadBytes,
    attempts,
    history: steps,
  };
}
