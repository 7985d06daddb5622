import { refuse } from '../../domain/errors.ts';
import { isMessagingId, messagingIdLength } from '../../domain/messaging/ids.ts';
import type { Route } from '../route.ts';

/** Makes a route answer 404 to malformed ids, some of which Postgres would refuse with a less clear error. */
export function withKnownIds(route: Route): Route {
  if (!('id' in route.params.properties)) return route;
  const kind = route.path.split('/')[2]?.slice(0, -1);
  const form = `${messagingIdLength} letters and digits`;
  return {
    ...route,
    checkParams: ({ id }) => {
      if (isMessagingId(id as string)) return;
      refuse('not_found', `There is no ${kind} with this id: ids have ${form}.`);
    },
  };
}
