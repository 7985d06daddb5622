import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readAssetSearch } from '../features/assets/list/asset-search.ts';
import { readContractSearch } from '../features/contracts/search.ts';
import { readDocumentSearch } from '../features/documents/document-search.ts';
import { readSearchState } from '../features/marketplace/search-filters.ts';
import { readProductSearch } from '../features/products/product-search.ts';
import { accessFilters, inboxSearch } from './access-search.ts';
import { framed, root } from './framed.ts';
import { messageRoutes } from './messages/message-routes.ts';
import { NotFoundPage } from './not-found-page.tsx';
import { feedRoutes } from './operate/feed-routes.ts';
import { integrationRoutes } from './operate/integration-routes.ts';
import { workRoutes } from './operate/work-routes.ts';
import { organizationRoutes } from './organization/organization-routes.ts';
import { semanticRoutes } from './semantics/semantic-routes.ts';
import { studioRoutes } from './studio/studio-routes.ts';

/**
 * The pages. A page is a route, here or in the `…-routes` of its folder, and a component of its own file, which is loaded
 * when somebody goes there. `validateSearch` of a route names what its address may hold; anything else is dropped.
 */
const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (search: Record<string, unknown>): { return?: string; error?: string } => ({
    ...(typeof search['return'] === 'string' && { return: search['return'] }),
    ...(typeof search['error'] === 'string' && { error: search['error'] }),
  }),
  component: lazyRouteComponent(() => import('./sign-in-page.tsx'), 'SignInPage'),
});

const home = createRoute({
  getParentRoute: () => framed,
  path: '/',
  validateSearch: readSearchState,
  component: lazyRouteComponent(() => import('./home-page.tsx'), 'HomePage'),
});

const sessions = createRoute({
  getParentRoute: () => framed,
  path: '/me/sessions',
  component: lazyRouteComponent(() => import('./sessions-page.tsx'), 'SessionsPage'),
});

const authorize = createRoute({
  getParentRoute: () => framed,
  path: '/authorize',
  validateSearch: (search: Record<string, unknown>): { request?: string } =>
    typeof search['request'] === 'string' ? { request: search['request'] } : {},
  component: lazyRouteComponent(() => import('./authorize-page.tsx'), 'AuthorizePage'),
});

const noTeam = createRoute({
  getParentRoute: () => framed,
  path: '/me/team',
  component: lazyRouteComponent(() => import('./no-team-page.tsx'), 'NoTeamPage'),
});

const myAccess = createRoute({
  getParentRoute: () => framed,
  path: '/me/access',
  validateSearch: accessFilters,
  component: lazyRouteComponent(() => import('./my-access-page.tsx'), 'MyAccessPage'),
});

const access = createRoute({
  getParentRoute: () => framed,
  path: '/access/$id',
  validateSearch: (search: Record<string, unknown>): { request?: true } =>
    search['request'] === undefined ? {} : { request: true },
  component: lazyRouteComponent(() => import('./access-page.tsx'), 'AccessPage'),
});

const inbox = createRoute({
  getParentRoute: () => framed,
  path: '/inbox',
  validateSearch: inboxSearch,
  component: lazyRouteComponent(() => import('./inbox-page.tsx'), 'InboxPage'),
});

const product = createRoute({
  getParentRoute: () => framed,
  path: '/dataproducts/$id/{-$tab}',
  validateSearch: readProductSearch,
  component: lazyRouteComponent(() => import('./product-page.tsx'), 'ProductPage'),
});

const port = createRoute({
  getParentRoute: () => framed,
  path: '/dataproducts/$id/ports/$port',
  validateSearch: readProductSearch,
  component: lazyRouteComponent(() => import('./port-page.tsx'), 'PortPage'),
});

const teams = createRoute({
  getParentRoute: () => framed,
  path: '/teams',
  validateSearch: (search: Record<string, unknown>): { q?: string } =>
    typeof search['q'] === 'string' || typeof search['q'] === 'number'
      ? { q: String(search['q']) }
      : {},
  component: lazyRouteComponent(() => import('./teams-page.tsx'), 'TeamsPage'),
});

const team = createRoute({
  getParentRoute: () => framed,
  path: '/teams/$id/{-$tab}',
  component: lazyRouteComponent(() => import('./team-page.tsx'), 'TeamPage'),
});

const editTeam = createRoute({
  getParentRoute: () => framed,
  path: '/teams/$id/edit',
  component: lazyRouteComponent(() => import('./team-edit-page.tsx'), 'TeamEditPage'),
});

const contract = createRoute({
  getParentRoute: () => framed,
  path: '/datacontracts/$id/{-$tab}',
  validateSearch: readContractSearch,
  component: lazyRouteComponent(() => import('./contract-page.tsx'), 'ContractPage'),
});

const assets = createRoute({
  getParentRoute: () => framed,
  path: '/assets',
  validateSearch: readAssetSearch,
  component: lazyRouteComponent(() => import('./assets-page.tsx'), 'AssetsPage'),
});

/** Documents without a page made for their kind, and, without an id, their lists. */
const document = createRoute({
  getParentRoute: () => framed,
  path: '/$collection/$',
  validateSearch: readDocumentSearch,
  component: lazyRouteComponent(() => import('./document-page.tsx'), 'DocumentPage'),
});

const unknown = createRoute({
  getParentRoute: () => framed,
  path: '$',
  component: NotFoundPage,
});

/** Components in all their states, for those who build pages. */
const stories = createRoute({
  getParentRoute: () => framed,
  path: '/develop/ui',
  component: lazyRouteComponent(() => import('./stories-page.tsx'), 'StoriesPage'),
});

const inDevelopment = import.meta.env.DEV ? [stories] : [];

export const routeTree = root.addChildren([
  signIn,
  framed.addChildren([
    home,
    sessions,
    authorize,
    noTeam,
    myAccess,
    product,
    port,
    teams,
    team,
    editTeam,
    contract,
    access,
    inbox,
    ...studioRoutes,
    ...semanticRoutes,
    ...workRoutes,
    ...integrationRoutes,
    ...feedRoutes,
    ...organizationRoutes,
    ...messageRoutes,
    assets,
    document,
    ...inDevelopment,
    unknown,
  ]),
]);
