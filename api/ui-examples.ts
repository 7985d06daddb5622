/** Examples of bodies that the web UI sends. */
export const uiExamples = {
  NamesRequest: { refs: ['team:checkout', 'data-product:web-shop', 'user:ada@example.com'] },
  SavedSearchWrite: {
    name: 'Parcels and carriers',
    query: 'parcel',
    filters: { resourceType: ['DATA_PRODUCT'] },
  },
  OwnApiKeyWrite: { scope: 'user', displayName: 'My notebook', expiresAt: '2026-12-31' },
  SandboxWrite: { name: 'Grants on Postgres', platform: 'postgres', roles: ['reader'] },
  SandboxClockWrite: { next: true },
  NoticesRead: { ids: ['018d5f2e-7c3a-7b1e-9f00-2c6a4d8e1b57'] },
};
