/** Operations home, work, schedules and the system. */
export const workRoutes = [] as const;
