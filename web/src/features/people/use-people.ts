import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { namesQuery } from '../../api/names.ts';
import { teamsQuery } from '../teams/queries.ts';
import { listPeople } from './people-list.ts';
import type { ListedPerson } from './people-list.ts';
import { organizationMembersQuery } from './queries.ts';

/** Names are asked for so many people; others are shown as their teams know them, or by their addresses. */
const maxNames = 200;

/** A person with the name to show. */
export type NamedPerson = ListedPerson & { shownName: string };

/** Everybody whom the organization or a team names, by name. */
export function usePeople() {
  const members = useQuery({ ...organizationMembersQuery, retry: false });
  const teams = useQuery(teamsQuery);
  const listed = useMemo(
    () => (members.data && teams.data ? listPeople(members.data, teams.data) : undefined),
    [members.data, teams.data],
  );
  const refs = useMemo(
    () => (listed ?? []).slice(0, maxNames).map(({ email }) => `user:${email}`),
    [listed],
  );
  const names = useQuery(namesQuery(refs)).data;
  const people = useMemo(
    () =>
      listed
        ?.map((each): NamedPerson => {
          // Somebody who never signed in is named by the address.
          const own = names?.get(`user:${each.email}`) ?? each.email;
          return { ...each, shownName: own === each.email ? (each.name ?? own) : own };
        })
        .toSorted((left, right) => left.shownName.localeCompare(right.shownName)),
    [listed, names],
  );
  const isListed = members.error === null && members.data !== undefined;
  const query: UseQueryResult = isListed ? teams : members;
  return { people, query };
}
