import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readEditorSearch } from '../../features/editor/editor-search.ts';
import { readImportSearch, readVerdictSearch } from '../../features/git/imports/import-search.ts';
import { readNewSearch } from '../../features/new-document/ways.ts';
import { framed } from '../framed.ts';

const studio = createRoute({
  getParentRoute: () => framed,
  path: '/studio',
  validateSearch: (search: Record<string, unknown>): { team?: string } =>
    typeof search['team'] === 'string' || typeof search['team'] === 'number'
      ? { team: String(search['team']) }
      : {},
  component: lazyRouteComponent(() => import('./studio-page.tsx'), 'StudioPage'),
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

const newImport = createRoute({
  getParentRoute: () => framed,
  path: '/studio/import',
  validateSearch: readImportSearch,
  component: lazyRouteComponent(() => import('./import-pages.tsx'), 'NewImportPage'),
});

const gitImport = createRoute({
  getParentRoute: () => framed,
  path: '/studio/import/$id',
  validateSearch: readVerdictSearch,
  component: lazyRouteComponent(() => import('./import-pages.tsx'), 'ImportPage'),
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

const contractBranch = createRoute({
  getParentRoute: () => framed,
  path: '/datacontracts/$id/branches/$branch',
  component: lazyRouteComponent(() => import('./contract-branch-page.tsx'), 'ContractBranchPage'),
});

/** The studio, and the pages that begin and edit documents. */
export const studioRoutes = [
  studio,
  newContract,
  newProduct,
  newImport,
  gitImport,
  editContract,
  editProduct,
  contractBranch,
] as const;
