import { healthRoutes } from '../ops/health.ts';
import { metricsRoute } from '../ops/metrics.ts';
import { overviewRoute } from '../ops/overview.ts';
import { workRoutes } from '../ops/work.ts';
import type { Route } from '../route.ts';
import { contractTestRoutes } from './contract-tests.ts';
import { documentRoutes } from './documents.ts';
import { eventRoutes } from './events.ts';
import { openapiRoute } from './openapi.ts';
import { testResultRoutes } from './test-results.ts';

const resources: readonly Route[] = [
  ...documentRoutes,
  ...contractTestRoutes,
  ...testResultRoutes,
  ...eventRoutes,
  ...workRoutes,
  overviewRoute,
  metricsRoute,
  ...healthRoutes,
];

/** Every route of the API; a new resource is its file and its line above. */
export const routes: readonly Route[] = [...resources, openapiRoute(resources)];
