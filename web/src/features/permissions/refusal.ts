import { useQuery } from '@tanstack/react-query';
import { namesQuery } from '../../api/names.ts';
import type { Refused } from '../../components/states/why-not.tsx';
import { explanationsQuery, holdersQuery } from './queries.ts';
import type { Holders, Permission } from './queries.ts';

/** Somebody who can help, with the name that teams know. */
export type Helper = { name: string | null; email: string | null };

const maxShown = 3;

/** The first people of a list of holders, by their names; `more` counts the others. */
export function useHelpers(holders: Holders | Omit<Holders, 'action' | 'resource'> | undefined): {
  people: Helper[];
  more: number;
} {
  const emails = (holders?.people ?? []).map(({ emailAddress }) => emailAddress);
  const shown = emails.slice(0, maxShown);
  const names = useQuery(namesQuery(shown.map((email) => `user:${email}`))).data;
  return {
    people: shown.map((email) => ({ name: names?.get(`user:${email}`) ?? null, email })),
    more: emails.length - shown.length,
  };
}

function useExplanation(action: Permission, resource: string, isAsked: boolean) {
  const explanations = useQuery({ ...explanationsQuery(resource), enabled: isAsked }).data;
  return explanations?.find((each) => each.action === action);
}

/** Why the person may not do the action, without those who may, which would take two more requests. */
export function useReason(action: Permission, resource: string): Refused | undefined {
  const found = useExplanation(action, resource, true);
  return found !== undefined && !found.allowed ? { because: found.because } : undefined;
}

/** Why the person may not do the action, with those who may; undefined if it is allowed or not known yet. */
export function useRefusal(
  action: Permission,
  resource: string,
  isAsked: boolean,
): Refused | undefined {
  const found = useExplanation(action, resource, isAsked);
  const isRefused = found !== undefined && !found.allowed;
  const holders = useQuery({ ...holdersQuery(action, resource), enabled: isAsked && isRefused });
  const { people } = useHelpers(holders.data);
  return isRefused ? { because: found.because, who: people } : undefined;
}
