import { messagingInterface } from '../../../api/messaging/interface.ts';
import {
  catalogInterface,
  isPublicRoute,
  isUiRoute,
  uiInterface,
} from '../../../api/openapi/catalog.ts';
import { describeApi } from '../../../api/openapi/describe-api.ts';
import { routes } from '../../../api/routes/index.ts';
import { messagingRoutes } from '../../../api/routes/messaging/messaging.ts';
import { settings } from '../../../config.ts';

const { default: eventTypePrefix } = settings.eventTypePrefix.schema;

/** The OpenAPI documents by the names of their files. */
export const openapiDocuments = {
  'openapi.json': describeApi(routes.filter(isPublicRoute), catalogInterface(eventTypePrefix)),
  'openapi-v1.json': describeApi(messagingRoutes, messagingInterface),
  'openapi-ui.json': describeApi(routes.filter(isUiRoute), uiInterface),
};
