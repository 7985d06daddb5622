import type { Route } from '../route.ts';

/** The same route for the web UI: below `/ui` instead of `/api`, for signed-in people. */
export function forSession(route: Route): Route {
  const path = route.path.replace(/^\/api\//, '/ui/');
  return { ...route, path, access: 'session', tag: 'web ui' };
}
