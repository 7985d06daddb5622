/** Conversations and groups. */
export const messageRoutes = [] as const;
