import { dayText } from '../lib/dates.ts';

type Details = Readonly<Record<string, string | number | undefined>>;

/** What happened, with names as they were then. */
export type NoticeFacts = { kind: string; details: Details };

/** Words of the list behind the bell. */
export const noticeTexts = {
  title: 'Notices',
  none: 'No notices yet. Requests, decisions and failing tests of your teams come here, and changes of what you follow.',
  markAllRead: 'Mark all as read',
  older: 'Show older',
  unread: (count: number) => (count === 1 ? '1 unread notice' : `${count} unread notices`),
  isUnread: 'Unread',
} as const;

const port = ({ dataProductName, dataProductId, outputPortId }: Details): string =>
  `${dataProductName ?? dataProductId ?? 'a data product'}${outputPortId === undefined ? '' : ` / ${outputPortId}`}`;

const named = ({ name }: Details): string => `${name ?? 'A document'}`;

const titled = ({ title }: Details): string => (title === undefined ? '' : `: ${title}`);

const after = (word: string, value: string | number | undefined): string =>
  value === undefined ? '' : ` ${word} ${value}`;

/** A plain date as people write it. */
function lastDay(date: string | number | undefined): string {
  const at = new Date(`${date}T00:00:00Z`);
  return Number.isNaN(at.getTime()) ? 'soon' : `on ${dayText(at, new Date(), 'UTC')}`;
}

const sentences: Readonly<Record<string, (details: Details) => string>> = {
  'document-created': (details) => `${named(details)} is new.`,
  'document-changed': (details) => `${named(details)} was changed.`,
  'document-deleted': (details) => `${named(details)} was deleted.`,
  'contract-changed-major': (details) =>
    `${named(details)} has a breaking change${after('in version', details['version'])}.`,
  'test-failed': (details) =>
    `${named(details)}: ${details['failedChecks'] ?? 'some'} of ${details['checks'] ?? 'its'} checks fail${after('on', details['server'])}.`,
  'access-requested': (details) =>
    `${details['consumer'] ?? 'Somebody'} asks for ${port(details)}.`,
  'access-approved': (details) =>
    `The access of ${details['consumer'] ?? 'your team'} to ${port(details)} was approved.`,
  'access-rejected': (details) =>
    `The request of ${details['consumer'] ?? 'your team'} for ${port(details)} was declined.`,
  'access-change-requested': (details) =>
    `${details['providerTeamName'] ?? 'The owner'} asks ${details['consumer'] ?? 'your team'} to change the request for ${port(details)}.`,
  'access-request-changed': (details) =>
    `${details['consumer'] ?? 'The requester'} changed the request for ${port(details)}.`,
  'access-cancelled': (details) =>
    `The access of ${details['consumer'] ?? 'a team'} to ${port(details)} was ended.`,
  'access-ends-soon': (details) =>
    `The access of ${details['consumer'] ?? 'your team'} to ${port(details)} ends ${lastDay(details['date'])}.`,
  'provisioning-failed': (details) =>
    `The platform could not grant ${details['consumer'] ?? 'a team'} access to ${port(details)}.`,
  'change-proposed': (details) => `A change of ${named(details)} is proposed${titled(details)}.`,
  'change-edited': (details) =>
    `The proposed change of ${named(details)} was edited${titled(details)}.`,
  'change-commented': (details) =>
    `Somebody commented on the proposed change of ${named(details)}${titled(details)}.`,
  'change-accepted': (details) =>
    `Your change of ${named(details)} was accepted${titled(details)}.`,
  'change-declined': (details) =>
    `Your change of ${named(details)} was declined${titled(details)}.`,
  'deprovisioning-failed': (details) =>
    `The platform could not take back the access of ${details['consumer'] ?? 'a team'} to ${port(details)}.`,
};

/** A notice as a sentence. */
export function noticeSentence({ kind, details }: NoticeFacts): string {
  return sentences[kind]?.(details) ?? `${named(details)}: ${kind.replaceAll('-', ' ')}.`;
}
