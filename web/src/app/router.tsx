import { createRouter } from '@tanstack/react-router';
import { PageError } from '../components/states/page-error.tsx';
import { routeTree } from '../routes/index.ts';

/** Filters and tabs live in the address; going back restores them and the scroll position. */
export const router = createRouter({
  routeTree,
  scrollRestoration: true,
  defaultErrorComponent: PageError,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
});

declare module '@tanstack/react-router' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface Register {
    router: typeof router;
  }
}
