import type { WorkHistory } from '../../db/views/work-history.ts';
import type { WorkRow } from '../../db/views/work-list.ts';
import { tellWorkHistory } from '../../domain/work-history.ts';

/** A piece of work as lists show it. */
export function presentWork({ organizationId, progress, ...row }: WorkRow) {
  return {
    ...row,
    owner: organizationId === null ? 'installation' : 'organization',
    progress: progress === null ? null : (JSON.parse(progress) as unknown),
  };
}

/** A piece of work with everything that happened to it. */
export function presentHistory(history: WorkHistory) {
  return { ...presentWork(history.work), history: tellWorkHistory(history) };
}
