import { webhookTexts } from '../../texts/operate/webhooks.ts';
import type { ListedWebhook } from './queries.ts';

/** The host of a receiver: the rest of its address may be a secret. */
export function hostOf(url: string | null): string {
  return url !== null && URL.canParse(url) ? new URL(url).host : webhookTexts.unknownHost;
}

/** The types of a webhook in one line. */
export const eventsText = (events: readonly string[]): string =>
  events.includes('*') ? webhookTexts.allEvents : events.join(', ');

/** Since when a webhook is as it is, if that is known. */
export function stateSince({ status, failingSince, pausedAt }: ListedWebhook): string | undefined {
  if (status === 'paused') return pausedAt ?? undefined;
  return status === 'failing' ? (failingSince ?? undefined) : undefined;
}

/** Types that stand one on each line, or between commas. */
export const typesIn = (text: string): string[] =>
  [...new Set(text.split(/[\n,]/u).map((line) => line.trim()))].filter((line) => line !== '');
