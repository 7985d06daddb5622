import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readConnectorSearch } from '../../features/connectors/connector-search.ts';
import { readWizardSearch } from '../../features/integrations/form/wizard-search.ts';
import { readRunsSearch } from '../../features/integrations/detail/runs-search.ts';
import { readIntegrationSearch } from '../../features/integrations/list/integration-search.ts';
import { readRunSearch } from '../../features/integrations/run/run-search.ts';
import { framed } from '../framed.ts';

const integrations = createRoute({
  getParentRoute: () => framed,
  path: '/operate/integrations',
  validateSearch: readIntegrationSearch,
  component: lazyRouteComponent(() => import('./integrations-page.tsx'), 'IntegrationsPage'),
});

const newIntegration = createRoute({
  getParentRoute: () => framed,
  path: '/operate/integrations/new',
  validateSearch: readWizardSearch,
  component: lazyRouteComponent(
    () => import('./integration-wizard-pages.tsx'),
    'NewIntegrationPage',
  ),
});

const integration = createRoute({
  getParentRoute: () => framed,
  path: '/operate/integrations/$id/{-$tab}',
  validateSearch: readRunsSearch,
  component: lazyRouteComponent(() => import('./integration-page.tsx'), 'IntegrationPage'),
});

const editIntegration = createRoute({
  getParentRoute: () => framed,
  path: '/operate/integrations/$id/edit',
  validateSearch: readWizardSearch,
  component: lazyRouteComponent(
    () => import('./integration-wizard-pages.tsx'),
    'EditIntegrationPage',
  ),
});

const run = createRoute({
  getParentRoute: () => framed,
  path: '/operate/integrations/$id/runs/$run',
  validateSearch: readRunSearch,
  component: lazyRouteComponent(() => import('./run-page.tsx'), 'RunPage'),
});

const connectors = createRoute({
  getParentRoute: () => framed,
  path: '/develop/connectors',
  validateSearch: readConnectorSearch,
  component: lazyRouteComponent(() => import('./connectors-page.tsx'), 'ConnectorsPage'),
});

/** Integrations, their runs, and connectors. */
export const integrationRoutes = [
  integrations,
  newIntegration,
  integration,
  editIntegration,
  run,
  connectors,
] as const;
