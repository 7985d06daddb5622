import type { Route } from '../../route.ts';
import { pageNamespacesRoute } from './namespaces.ts';
import { ownersRoute } from './owners.ts';
import { uiAgentRoutes } from './agents.ts';
import { uiFollowRoutes } from './follows.ts';
import { uiIntegrationCheckRoutes } from './integration-checks.ts';
import { uiIntegrationRunRoutes } from './integration-runs.ts';
import { uiIntegrationRoutes } from './integrations.ts';
import { kindSchemaRoute } from './kind-schemas.ts';
import { meRoutes } from './me.ts';
import { ownKeyRoutes } from './own-keys.ts';
import { ownSessionRoutes } from './own-sessions.ts';
import { messagingContactPageRoutes } from './messaging/contact.ts';
import { messagingConversationPageRoutes } from './messaging/conversations.ts';
import { messagingFileRoute } from './messaging/files.ts';
import { messagingPeopleRoute } from './messaging/people.ts';
import { namesRoute } from './names.ts';
import { productGrantsRoute } from './product-grants.ts';
import { pageTeamRoute } from './teams.ts';
import { uiNoticeRoutes } from './notices.ts';
import { uiSavedSearchRoutes } from './saved-searches.ts';
import { uiSessionRoutes } from './sessions.ts';
import { oidcSignInRoutes } from './sign-in-oidc.ts';
import { signInRoutes } from './sign-in.ts';
import { pageSettingsRoute } from './settings.ts';
import { studioProductsRoute } from './studio.ts';
import { schedulePreviewRoute } from './schedule-preview.ts';
import { todoRoute } from './todo.ts';

/** Routes for pages alone, below /ui. */
export const uiRoutes: readonly Route[] = [
  ...uiSessionRoutes,
  ...ownSessionRoutes,
  ...signInRoutes,
  ...oidcSignInRoutes,
  ...meRoutes,
  ...ownKeyRoutes,
  ...uiAgentRoutes,
  pageSettingsRoute,
  todoRoute,
  studioProductsRoute,
  namesRoute,
  pageTeamRoute,
  productGrantsRoute,
  kindSchemaRoute,
  schedulePreviewRoute,
  pageNamespacesRoute,
  ownersRoute,
  ...uiIntegrationRoutes,
  ...uiIntegrationRunRoutes,
  ...uiIntegrationCheckRoutes,
  ...uiSavedSearchRoutes,
  ...uiFollowRoutes,
  ...uiNoticeRoutes,
  ...messagingContactPageRoutes,
  ...messagingConversationPageRoutes,
  messagingPeopleRoute,
  messagingFileRoute,
];
