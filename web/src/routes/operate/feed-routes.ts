/** Events, webhooks, mails, the audit trail, and the access inspector. */
export const feedRoutes = [] as const;
