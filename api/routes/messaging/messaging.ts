import { withKnownIds } from '../../messaging/known-ids.ts';
import { messagingInterface } from '../../messaging/interface.ts';
import type { Route } from '../../route.ts';
import { attachmentRoutes } from './attachments.ts';
import { contactRoutes } from './contacts.ts';
import { conversationRoutes } from './conversations.ts';
import { groupRoutes } from './groups.ts';
import { messageStreamRoutes } from './message-stream.ts';
import { messageRoutes } from './messages.ts';
import { messagingErrorRoutes } from './errors.ts';
import { openapiRoutes } from '../openapi.ts';

const declared: readonly Route[] = [
  // Before the messages, whose routes would match it as an id.
  ...messageStreamRoutes,
  ...messageRoutes,
  ...attachmentRoutes,
  ...contactRoutes,
  ...conversationRoutes,
  ...groupRoutes,
  ...messagingErrorRoutes,
];

const resources = declared.map(withKnownIds);

/** Every route below /v1; a new resource is its file and its line above. */
export const messagingRoutes: readonly Route[] = [
  ...resources,
  ...openapiRoutes(resources, '/v1/openapi', () => messagingInterface),
];
