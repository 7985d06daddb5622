import { isScimPath } from '../api-paths.ts';
import type { Route } from '../route.ts';

/** The same route for the web UI: below `/ui` instead of `/api`, for signed-in people, under a name of its own. */
export function forSession(route: Route): Route {
  const path = route.path.replace(/^\/api\//, '/ui/');
  const name = route.name.replace(/^[a-z]+/, '$&Page');
  return { ...route, path, name, access: 'session', tag: 'web ui' };
}

/**
 * All routes below `/api` that take a key, again below `/ui/api`, where they take a session: pages of the web UI call the same API
 * as programs (docs/decisions/0043-the-whole-api-under-the-session.md). SCIM is for identity providers only.
 */
export function underSession(routes: readonly Route[]): Route[] {
  return routes
    .filter(({ access, path }) => access === 'key' && path.startsWith('/api/') && !isScimPath(path))
    .map((route) => ({ ...route, path: `/ui${route.path}`, access: 'session' }));
}
