import { textsOf } from '../../lib/address/address-texts.ts';
import { isBounded, readTimeRange } from '../../lib/address/time-range.ts';
import type { TimeRange } from '../../lib/address/time-range.ts';
import type { mailTexts } from '../../texts/operate/mail.ts';

export type MailStatus = keyof typeof mailTexts.states;
export type Medium = keyof typeof mailTexts.media;

// The first page reads addresses, and loads no texts of this one.
const statuses: readonly MailStatus[] = ['queued', 'sending', 'sent', 'failed'];
const media: readonly Medium[] = ['mail', 'slack', 'teams', 'googlechat'];

type MailFilters = {
  status?: MailStatus;
  medium?: Medium;
  template?: string;
  recipient?: string;
  team?: string;
};

/** What the address of the list holds: filters, and the open message. */
export type MailSearch = TimeRange & MailFilters & { message?: string };

const textNames = ['template', 'recipient', 'team', 'message'] as const;

/** Reads the address; what it does not know is dropped. */
export function readMailSearch(search: Record<string, unknown>): MailSearch {
  const status = statuses.find((each) => each === search['status']);
  const medium = media.find((each) => each === search['medium']);
  const texts = textNames.flatMap((name) => {
    const [text] = textsOf(search[name]);
    return text === undefined ? [] : [[name, text] as const];
  });
  return {
    ...readTimeRange(search),
    ...(status !== undefined && { status }),
    ...(medium !== undefined && { medium }),
    ...Object.fromEntries(texts),
  };
}

export const isFilteredMail = (search: MailSearch): boolean =>
  isBounded(search) ||
  (['status', 'medium', 'template', 'recipient', 'team'] as const).some(
    (name) => search[name] !== undefined,
  );
