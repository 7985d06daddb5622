export const keyScopes = [
  'organization',
  'organization_read',
  'team',
  'team_read',
  'user',
  'user_read',
] as const;
export const keyStates = ['working', 'expired', 'revoked'] as const;

/** The filters of the list of keys, as its address has them. */
export type KeySearch = {
  q?: string;
  scope?: (typeof keyScopes)[number];
  state?: (typeof keyStates)[number];
  team?: string;
  person?: string;
};

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** Reads the address; unknown filters are dropped. */
export function readKeySearch(search: Record<string, unknown>): KeySearch {
  const scope = keyScopes.find((each) => each === search['scope']);
  const state = keyStates.find((each) => each === search['state']);
  const [q, team, person] = [textOf(search['q']), textOf(search['team']), textOf(search['person'])];
  return {
    ...(q !== '' && { q }),
    ...(scope !== undefined && { scope }),
    ...(state !== undefined && { state }),
    ...(team !== '' && { team }),
    ...(person !== '' && { person }),
  };
}

/** The filters without empty ones. */
export const changedKeys = (
  search: KeySearch,
  change: { [Name in keyof KeySearch]?: string | undefined },
): KeySearch => readKeySearch({ ...search, ...change });
