/** The parts of the page of a team; the first one is its address without a part. */
export const teamTabs = ['overview', 'members', 'channels', 'connections', 'git', 'keys'] as const;

export type TeamTab = (typeof teamTabs)[number];

/** The tab of an address; undefined for a part that teams do not have. */
export function teamTabOf(part: string | undefined): TeamTab | undefined {
  return teamTabs.find((tab) => tab === (part ?? 'overview'));
}
