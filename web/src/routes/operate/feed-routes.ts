import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readAuditSearch } from '../../features/audit/audit-search.ts';
import { readEventSearch } from '../../features/events/event-search.ts';
import { readMailSearch } from '../../features/mail/mail-search.ts';
import { readWebhookSearch } from '../../features/webhooks/webhook-search.ts';
import { framed } from '../framed.ts';

const events = createRoute({
  getParentRoute: () => framed,
  path: '/operate/events',
  validateSearch: readEventSearch,
  component: lazyRouteComponent(() => import('./events-page.tsx'), 'EventsPage'),
});

const readers = createRoute({
  getParentRoute: () => framed,
  path: '/operate/events/readers',
  component: lazyRouteComponent(() => import('./readers-page.tsx'), 'ReadersPage'),
});

const webhooks = createRoute({
  getParentRoute: () => framed,
  path: '/operate/webhooks',
  validateSearch: (search: Record<string, unknown>): { new?: true } =>
    search['new'] === undefined ? {} : { new: true },
  component: lazyRouteComponent(() => import('./webhooks-page.tsx'), 'WebhooksPage'),
});

const webhook = createRoute({
  getParentRoute: () => framed,
  path: '/operate/webhooks/$id/{-$tab}',
  validateSearch: readWebhookSearch,
  component: lazyRouteComponent(() => import('./webhook-page.tsx'), 'WebhookPage'),
});

const mail = createRoute({
  getParentRoute: () => framed,
  path: '/operate/mail',
  validateSearch: readMailSearch,
  component: lazyRouteComponent(() => import('./mail-page.tsx'), 'MailPage'),
});

const audit = createRoute({
  getParentRoute: () => framed,
  path: '/operate/audit',
  validateSearch: readAuditSearch,
  component: lazyRouteComponent(() => import('./audit-page.tsx'), 'AuditPage'),
});

const inspector = createRoute({
  getParentRoute: () => framed,
  path: '/develop/access/$id',
  component: lazyRouteComponent(
    () => import('../develop/access-inspector-page.tsx'),
    'AccessInspectorPage',
  ),
});

/** Events, webhooks, mails, the audit trail, and the access inspector. */
export const feedRoutes = [events, readers, webhooks, webhook, mail, audit, inspector] as const;
