import type { WorkHistory } from '../../db/views/work/history.ts';
import type { WorkRow } from '../../db/views/work/list.ts';
import { listWorkSteps } from '../../domain/work/history.ts';

/** A piece of work in the form of lists. */
export function presentWork({ organizationId, progress, ...row }: WorkRow) {
  return {
    ...row,
    owner: organizationId === null ? 'installation' : 'organization',
    progress: progress === null ? null : (JSON.parse(progress) as unknown),
  };
}

/** A piece of work with its history; `names` are those of the principals that intervened. */
export function presentHistory(history: WorkHistory, names: ReadonlyMap<string, string>) {
  const steps = listWorkSteps(history).map((step) =>
    step.principal === undefined
      ? step
      : { ...step, principalName: names.get(step.principal) ?? null },
  );
  return { ...presentWork(history.work), history: steps };
}
