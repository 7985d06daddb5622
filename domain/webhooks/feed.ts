import { messagingEventTypes } from '../messaging/event-types.ts';
import type { Violation } from '../errors.ts';
import { checkEventTypes, isWantedType } from './event-types.ts';

/** Whose events a webhook gets: each feed has an order and positions of its own, so it is one of them. */
export type WebhookFeed = 'catalog' | 'messaging';

/** `*` by itself means all of the catalog, as it did before there were messages. */
function meansMessaging(pattern: string): boolean {
  return pattern !== '*' && messagingEventTypes.some((type) => isWantedType([pattern], type));
}

/** Whose events these patterns, which were checked, mean. */
export function feedOf(patterns: readonly string[]): WebhookFeed {
  return patterns.some(meansMessaging) ? 'messaging' : 'catalog';
}

/** What is wrong with the patterns of a webhook, which carry no prefix: types that do not exist, or those of two feeds. */
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

/** Why a webhook cannot go over to other events; undefined when it stays with its feed. */
export function checkSameFeed(stored: WebhookFeed, wanted: WebhookFeed): Violation | undefined {
  if (stored === wanted) return undefined;
  return {
    field: 'events',
    message: `must stay with events of ${names[stored]}, as this webhook has a place in that feed; delete it first, or make another one for ${names[wanted]}`,
  };
}

const names: Record<WebhookFeed, string> = { catalog: 'the catalog', messaging: 'messaging' };
