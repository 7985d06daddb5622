/** What the inbox lists; requests that wait for a decision by default. */
export const inboxLists = ['tests', 'due', 'returned', 'changes'] as const;
export type InboxShow = (typeof inboxLists)[number] | undefined;

/** Which request is open, and what is listed. */
export type InboxPlace = { id?: string | undefined; show?: InboxShow };
