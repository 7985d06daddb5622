/** What a run did to an asset. */
export const runChanges = ['created', 'updated', 'removed'] as const;
export type RunChange = (typeof runChanges)[number];

/** Why a run leaves an asset alone, each with a sentence for people. */
export const leftAloneReasons = {
  fuse: 'the removal fuse kept it',
  in_use: 'a data product uses it',
  changed: 'it was changed since',
  gone: 'it was removed since',
  back: 'it was created again since',
  team_gone: 'the team that owned it no longer exists',
} as const;
export type LeftAlone = keyof typeof leftAloneReasons;

/** What the undo of a run does to an asset that the run has changed. */
export const undoOf = { created: 'removed', updated: 'updated', removed: 'created' } as const;

/** What a run would do to an asset, as a plan says. */
export const plannedChanges = ['created', 'updated', 'removed', 'skipped', 'in_use'] as const;
export type PlannedChange = (typeof plannedChanges)[number];
