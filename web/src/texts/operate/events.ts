import { counted, countText } from '../../lib/numbers.ts';

/** Words of the feed: events and their readers. */
export const eventTexts = {
  title: 'Events',
  tabsLabel: 'Events & webhooks',
  tabs: { events: 'Events', readers: 'Readers', webhooks: 'Webhooks' },
  position: (position: number) =>
    position === 0
      ? 'The feed is empty.'
      : `The feed is at position ${countText(position)}. Its last event was`,
  live: 'Live',
  notLive: 'Not live',
  pause: 'Pause',
  follow: 'Follow',
  what: 'What happened',
  subject: 'Subject',
  by: 'By',
  at: 'When',
  place: 'Position',
  anyType: 'All types',
  type: 'Type of event',
  allOf: 'All of one kind',
  subjectId: 'Id of the subject',
  author: 'Author',
  onlyBy: (name: string) => `Only events by ${name}`,
  none: 'No event yet',
  noneHint: 'Whatever is created, changed or decided becomes an event and is listed here.',
  notYet: 'not in the feed yet',
  sameSubject: 'All events of this subject',
  inspect: 'Inspect the access',
  data: 'Data',
  whole: 'Whole event',
  deliveries: 'Deliveries to webhooks',
  noDeliveries: 'No webhook receives this event.',
  attempts: (count: number) => counted(count, 'attempt'),
  exactly: 'Time',
  id: 'Id',
} as const;

/** Patterns of types that match all events of one kind. */
export const eventPatterns: Readonly<Record<string, string>> = {
  'Access*': 'Accesses',
  'Asset*': 'Assets',
  'ChangeRequest*': 'Proposed changes',
  'DataContract*': 'Data contracts',
  'DataProduct*': 'Data products',
  'Definition*': 'Definitions',
  'OutputPort*': 'Output ports',
  'Semantic*': 'Ontologies and branches',
  'SourceSystem*': 'Source systems',
  'Tag*': 'Tags',
  'Team*': 'Teams',
  'TestResults*': 'Test results',
};

/** Words of those who read the feed. */
export const readerTexts = {
  title: 'Readers',
  lead: 'Clients that read the feed with a key, and webhooks. The one that is farthest behind comes first.',
  name: 'Reader',
  state: 'State',
  behind: 'Behind',
  position: 'Position',
  reads: 'Reads',
  lastSeen: 'Last read',
  forms: { poll: 'polls', stream: 'stream', webhook: 'webhook' } as Readonly<
    Record<string, string>
  >,
  feeds: { messaging: 'messaging' } as Readonly<Record<string, string>>,
  allTypes: 'everything',
  types: (count: number) => counted(count, 'type'),
  upToDate: 'nothing',
  notReading: '–',
  never: 'never',
  deleted: 'deleted key',
  lag: (events: number) => counted(events, 'event'),
  none: 'No reader yet',
  noneHint:
    'A client that reads /api/events with a key appears here with its position, and so does each webhook.',
  newWebhook: 'New webhook',
} as const;

/** A duration in seconds as "0.4 s", "12 min", "3 h". */
export function lagText(seconds: number): string {
  if (seconds < 60) return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
  if (seconds < 3_600) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800
    ? `${Math.round(seconds / 3_600)} h`
    : `${Math.round(seconds / 86_400)} days`;
}
