import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readMessageSearch } from '../../features/messages/search.ts';
import { framed } from '../framed.ts';

const messages = createRoute({
  getParentRoute: () => framed,
  path: '/messages/{-$conversation}',
  validateSearch: readMessageSearch,
  component: lazyRouteComponent(() => import('./messages-page.tsx'), 'MessagesPage'),
});

/** Conversations and groups. */
export const messageRoutes = [messages] as const;
