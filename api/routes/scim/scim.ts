import type { Route } from '../../route.ts';
import { scimBulkRoute } from './bulk.ts';
import { scimDiscoveryRoutes } from './discovery.ts';
import { scimMappingRoutes } from './mapping.ts';
import { scimResourceRoutes } from './resources.ts';
import { scimSearchRoutes } from './search.ts';

/** The SCIM interface, and what its groups mean here. */
export const scimRoutes: readonly Route[] = [
  ...scimMappingRoutes,
  ...scimDiscoveryRoutes,
  ...scimSearchRoutes,
  ...scimResourceRoutes,
  scimBulkRoute,
];
