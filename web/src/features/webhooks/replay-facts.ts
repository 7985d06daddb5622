import type { components } from '../../api/schema.d.ts';
import { eventName } from '../../texts/event-names.ts';
import { replayTexts } from '../../texts/operate/webhooks.ts';

type Replay = components['schemas']['WebhookReplay'];

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
