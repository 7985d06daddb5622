import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readConceptSearch, readWords } from '../../features/concepts/search.ts';
import { readMergeSearch } from '../../features/semantics/merge/place.ts';
import { readNamespaceSearch } from '../../features/semantics/search.ts';
import { framed } from '../framed.ts';

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

/** Concepts, and the namespaces and branches that hold them. */
export const semanticRoutes = [
  concepts,
  ontology.addChildren([namespace, concept, branch, branchConcept, merge]),
] as const;
