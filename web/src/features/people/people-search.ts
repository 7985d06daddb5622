import type { OrganizationRole } from './queries.ts';

/** The filters of the list, as its address has them. */
export type PeopleSearch = { q?: string; role?: OrganizationRole };

export function readPeopleSearch(search: Record<string, unknown>): PeopleSearch {
  const q = search['q'];
  const role = search['role'];
  return {
    ...((typeof q === 'string' || typeof q === 'number') && q !== '' && { q: String(q) }),
    ...((role === 'Owner' || role === 'Member') && { role }),
  };
}
