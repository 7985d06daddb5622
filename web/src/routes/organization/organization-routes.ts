/** People, roles, keys and settings; the start for developers and the sandbox. */
export const organizationRoutes = [] as const;
