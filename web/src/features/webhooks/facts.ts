import { eventName } from '../../texts/event-names.ts';
import { replayTexts, webhookTexts } from '../../texts/operate/webhooks.ts';
import type { ListedWebhook, Replay } from './queries.ts';

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

/** The state of a replay: one whose deliveries exist is done when none of them waits any more. */
export const replayState = ({ state, pending }: Replay): string =>
  state === 'done' && pending > 0 ? 'sending' : state;

const shownTypes = 2;

/** The types of a replay in one line. */
export function typesText({ types, allTypes }: Replay): string {
  if (allTypes) return replayTexts.everything;
  const first = types.slice(0, shownTypes).map(eventName).join(', ');
  const others = types.length - shownTypes;
  return others > 0 ? replayTexts.moreTypes(first, others) : first;
}

/** All types of a replay, if a line names some of them only. */
export const allTypesText = ({ types, allTypes }: Replay): string | undefined =>
  allTypes || types.length <= shownTypes ? undefined : types.map(eventName).join(', ');
