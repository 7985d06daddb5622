import type { components } from '../../api/schema.d.ts';
import type { PeopleSearch } from './people-search.ts';
import type { OrganizationMember, OrganizationRole } from './queries.ts';

type Team = components['schemas']['Team'];

/** A person with their roles in the organization and in teams. */
export type ListedPerson = {
  email: string;
  /** Name that a team knows; people who have signed in have their own. */
  name: string | undefined;
  /** Undefined for somebody whom only teams name. */
  role: OrganizationRole | undefined;
  custom: Record<string, string> | undefined;
  /** True if an identity provider writes the person over SCIM. */
  isProvisioned: boolean;
  teams: { id: string; name: string; role: string | null }[];
};

type TeamMember = { emailAddress?: string; name?: string | null; role?: string | null };

/** Everybody whom the organization or a team names, by address. */
export function listPeople(
  members: readonly OrganizationMember[],
  teams: readonly Team[],
): ListedPerson[] {
  const people = new Map<string, ListedPerson>();
  const personOf = (address: string): ListedPerson => {
    const email = address.toLowerCase();
    const known = people.get(email);
    if (known !== undefined) return known;
    const unknown = { name: undefined, role: undefined, custom: undefined, isProvisioned: false };
    const person = { email, ...unknown, teams: [] };
    people.set(email, person);
    return person;
  };
  for (const { emailAddress, role, custom, provisionedBy } of members) {
    const isProvisioned = provisionedBy !== undefined;
    Object.assign(personOf(emailAddress), { role, custom, isProvisioned });
  }
  for (const { id, name, members: inTeam } of teams) {
    for (const member of (inTeam ?? []) as TeamMember[]) {
      if (member.emailAddress === undefined) continue;
      const person = personOf(member.emailAddress);
      person.name ??= member.name ?? undefined;
      person.teams.push({ id, name, role: member.role ?? null });
    }
  }
  return [...people.values()];
}

/** True if the words are in the name, the address or a team of the person. */
export function matches(
  { email, teams }: ListedPerson,
  name: string,
  { q = '', role: wanted }: PeopleSearch,
  role: OrganizationRole,
): boolean {
  if (wanted !== undefined && wanted !== role) return false;
  const words = q.toLowerCase();
  return [name, email, ...teams.map((team) => team.name)].some((text) =>
    text.toLowerCase().includes(words),
  );
}
