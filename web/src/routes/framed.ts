import { createRootRoute, createRoute } from '@tanstack/react-router';
import { Frame } from '../features/shell/frame.tsx';
import { NotFoundPage } from './not-found-page.tsx';

export const root = createRootRoute({ notFoundComponent: NotFoundPage });

/** Everything but the sign-in has navigation and top bar around it, and wants a session. */
export const framed = createRoute({
  getParentRoute: () => root,
  id: 'framed',
  component: Frame,
  notFoundComponent: NotFoundPage,
});
