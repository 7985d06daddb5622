import { createRootRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readConceptSearch, readWords } from '../features/concepts/search.ts';
import { readContractSearch } from '../features/contracts/search.ts';
import { readDocumentSearch } from '../features/documents/document-search.ts';
import { readEditorSearch } from '../features/editor/editor-search.ts';
import { readSearchState } from '../features/marketplace/search-filters.ts';
import { readNewSearch } from '../features/new-document/ways.ts';
import { readProductSearch } from '../features/products/product-search.ts';
import { readMergeSearch } from '../features/semantics/merge/place.ts';
import { readNamespaceSearch } from '../features/semantics/search.ts';
import { Frame } from '../features/shell/frame.tsx';
import { accessFilters, inboxSearch } from './access-search.ts';
import { NotFoundPage } from './not-found-page.tsx';

/**
 * The pages. A page is a route here and a component of its own file, which is loaded when somebody goes there. `validateSearch` of a
 * route names what its address may hold; anything else is dropped.
 */
const root = createRootRoute({ notFoundComponent: NotFoundPage });

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (search: Record<string, unknown>): { return?: string; error?: string } => ({
    ...(typeof search['return'] === 'string' && { return: search['return'] }),
    ...(typeof search['error'] === 'string' && { error: search['error'] }),
  }),
  component: lazyRouteComponent(() => import('./sign-in-page.tsx'), 'SignInPage'),
});

/** Everything but the sign-in has navigation and top bar around it, and wants a session. */
const framed = createRoute({
  getParentRoute: () => root,
  id: 'framed',
  component: Frame,
  notFoundComponent: NotFoundPage,
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

const studio = createRoute({
  getParentRoute: () => framed,
  path: '/studio',
  validateSearch: (search: Record<string, unknown>): { team?: string } =>
    typeof search['team'] === 'string' || typeof search['team'] === 'number'
      ? { team: String(search['team']) }
      : {},
  component: lazyRouteComponent(() => import('./studio-page.tsx'), 'StudioPage'),
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

const contract = createRoute({
  getParentRoute: () => framed,
  path: '/datacontracts/$id/{-$tab}',
  validateSearch: readContractSearch,
  component: lazyRouteComponent(() => import('./contract-page.tsx'), 'ContractPage'),
});

const newContract = createRoute({
  getParentRoute: () => framed,
  path: '/studio/new-contract',
  validateSearch: readNewSearch,
  component: lazyRouteComponent(() => import('./new-document-pages.tsx'), 'NewContractPage'),
});

const newProduct = createRoute({
  getParentRoute: () => framed,
  path: '/studio/new-product',
  validateSearch: readNewSearch,
  component: lazyRouteComponent(() => import('./new-document-pages.tsx'), 'NewProductPage'),
});

const editContract = createRoute({
  getParentRoute: () => framed,
  path: '/datacontracts/$id/edit',
  validateSearch: readEditorSearch,
  component: lazyRouteComponent(() => import('./editor-page.tsx'), 'EditContractPage'),
});

const editProduct = createRoute({
  getParentRoute: () => framed,
  path: '/dataproducts/$id/edit',
  validateSearch: readEditorSearch,
  component: lazyRouteComponent(() => import('./editor-page.tsx'), 'EditProductPage'),
});

const concepts = createRoute({
  getParentRoute: () => framed,
  path: '/concepts',
  validateSearch: readWords,
  component: lazyRouteComponent(() => import('./concepts-page.tsx'), 'ConceptsPage'),
});

const ontology = createRoute({ getParentRoute: () => framed, path: '/semantics/$namespace' });

const concept = createRoute({
  getParentRoute: () => ontology,
  path: '$',
  validateSearch: readConceptSearch,
  component: lazyRouteComponent(() => import('./concept-page.tsx'), 'ConceptPage'),
});

const namespace = createRoute({
  getParentRoute: () => ontology,
  path: '/',
  validateSearch: readNamespaceSearch,
  component: lazyRouteComponent(() => import('./namespace-page.tsx'), 'NamespacePage'),
});

const branch = createRoute({
  getParentRoute: () => ontology,
  path: 'branches/$branch',
  component: lazyRouteComponent(() => import('./branch-page.tsx'), 'BranchPage'),
});

const branchConcept = createRoute({
  getParentRoute: () => ontology,
  path: 'branches/$branch/concepts/$',
  component: lazyRouteComponent(() => import('./branch-concept-page.tsx'), 'BranchConceptPage'),
});

const merge = createRoute({
  getParentRoute: () => ontology,
  path: 'branches/$branch/merge',
  validateSearch: readMergeSearch,
  component: lazyRouteComponent(() => import('./merge-page.tsx'), 'MergePage'),
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
    noTeam,
    myAccess,
    product,
    port,
    teams,
    team,
    contract,
    editContract,
    editProduct,
    newContract,
    newProduct,
    access,
    inbox,
    studio,
    concepts,
    ontology.addChildren([namespace, concept, branch, branchConcept, merge]),
    document,
    ...inDevelopment,
    unknown,
  ]),
]);
