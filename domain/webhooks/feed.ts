import { messagingEventTypes } from '../messaging/event-types.ts';
import type { Violation } from '../errors.ts';
import { checkEventTypes, isWantedType } from './event-types.ts';

/** The feed of a webhook: each feed has its own order and positions, so a webhook has exactly one. */
export type WebhookFeed = 'catalog' | 'messaging';

/** A single `*` means all events of the catalog only, for compatibility with webhooks from before messaging. */
function meansMessaging(pattern: string): boolean {
  return pattern !== '*' && messagingEventTypes.some((type) => isWantedType([pattern], type));
}

/** The feed of valid patterns. */
export function feedOf(patterns: readonly string[]): WebhookFeed {
  return patterns.some(meansMessaging) ? 'messaging' : 'catalog';
}

/** Problems of a webhook's patterns, which have no prefix: unknown types, or types of two feeds. */
export function checkWebhookEvents(
  patterns: readonly string[],
  catalogTypes: readonly string[],
): Violation[] {
  const unknown = checkEventTypes(patterns, [...catalogTypes, ...messagingEventTypes]);
  if (unknown.length > 0) return unknown;
  const isMixed = patterns.some(meansMessaging) && !patterns.every(meansMessaging);
  return isMixed ? [{ field: 'events', message: describeMixture(patterns) }] : [];
}

function describeMixture(patterns: readonly string[]): string {
  const ofCatalog = patterns.find((pattern) => !meansMessaging(pattern));
  const ofMessaging = patterns.find(meansMessaging);
  return `mixes the catalog ('${ofCatalog}') with messaging ('${ofMessaging}'): make a webhook for each. * means all of the catalog; all of messaging is ${allOfMessaging}`;
}

const allOfMessaging = [
  ...new Set(messagingEventTypes.map((type) => `${type.split('.')[0]}.*`)),
].join(', ');

/** The reason why a webhook cannot switch to other events; undefined when its feed stays the same. */
export function checkSameFeed(stored: WebhookFeed, wanted: WebhookFeed): Violation | undefined {
  if (stored === wanted) return undefined;
  return {
    field: 'events',
    message: `must stay with events of ${names[stored]}, as this webhook has a position in that feed; delete it first, or make another one for ${names[wanted]}`,
  };
}

const names: Record<WebhookFeed, string> = { catalog: 'the catalog', messaging: 'messaging' };
