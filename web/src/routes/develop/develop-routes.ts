import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { languages } from '../../features/develop/languages.ts';
import type { Language } from '../../features/develop/languages.ts';
import { readSandboxSearch } from '../../features/sandbox/sandbox-search.ts';
import { framed } from '../framed.ts';

const develop = createRoute({
  getParentRoute: () => framed,
  path: '/develop',
  validateSearch: (search: Record<string, unknown>): { language?: Language } => {
    const language = languages.find((each) => each === search['language']);
    return language === undefined ? {} : { language };
  },
  component: lazyRouteComponent(() => import('./develop-page.tsx'), 'DevelopPage'),
});

const sandboxes = createRoute({
  getParentRoute: () => framed,
  path: '/develop/sandbox',
  component: lazyRouteComponent(() => import('./sandbox-page.tsx'), 'SandboxesPage'),
});

const sandbox = createRoute({
  getParentRoute: () => framed,
  path: '/develop/sandbox/$id',
  validateSearch: readSandboxSearch,
  component: lazyRouteComponent(() => import('./sandbox-detail-page.tsx'), 'SandboxPage'),
});

/** The start for developers, and the sandboxes of provisioning components. */
export const developRoutes = [develop, sandboxes, sandbox] as const;
