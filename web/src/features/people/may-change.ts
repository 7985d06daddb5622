import type { Refused } from '../../components/states/why-not.tsx';
import { peopleTexts } from '../../texts/organization/people.ts';
import { useMe } from '../session/queries.ts';

/** Why the signed-in person may not change the organization; undefined if they may, or if that is not known yet. */
export function useMayNotChange(): Refused | undefined {
  return useMe()?.may.organization === false ? { because: peopleTexts.onlyOwners } : undefined;
}
