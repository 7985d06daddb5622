import { textsOf } from '../../lib/address/address-texts.ts';
import { workKinds } from '../../texts/operations/work-kinds.ts';

/** What the address of the list of schedules holds. */
export type ScheduleSearch = { kind?: string; enabled?: 'on' | 'off' };

/** Reads the address; what it does not know is dropped. */
export function readScheduleSearch(search: Record<string, unknown>): ScheduleSearch {
  const [kind] = textsOf(search['kind']);
  const [enabled] = textsOf(search['enabled']);
  return {
    ...(kind !== undefined && workKinds.includes(kind) && { kind }),
    ...((enabled === 'on' || enabled === 'off') && { enabled }),
  };
}
