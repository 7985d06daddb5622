/** Position of a walk over rows of all organizations, ordered by organization and id. */
export type WalkPosition = { organizationId: string; id: string };

/** The position before the first row. */
export const walkStart: WalkPosition = {
  organizationId: '00000000-0000-0000-0000-000000000000',
  id: '',
};
