/** Integrations, their runs, and connectors. */
export const integrationRoutes = [] as const;
