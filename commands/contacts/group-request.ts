import { refuse } from '../../domain/errors.ts';
import type { Caller } from '../../domain/messaging/caller.ts';

/** A request about groups. */
export type GroupRequest = { caller: Caller; requestId: string | undefined; now: Date };

/** Refuses with `not_found`. */
export function refuseUnknownGroup(id: string): never {
  return refuse('not_found', `There is no group with the id '${id}'.`);
}
