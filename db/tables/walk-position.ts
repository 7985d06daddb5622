/** Where a walk over the rows of all organizations stands, in the order of organization and id. */
export type WalkPosition = { organizationId: string; id: string };

/** Before the first. */
export const walkStart: WalkPosition = {
  organizationId: '00000000-0000-0000-0000-000000000000',
  id: '',
};
