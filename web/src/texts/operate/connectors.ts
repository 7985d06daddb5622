import { countText } from '../../lib/numbers.ts';

/** Words of the list of connectors. */
export const connectorTexts = {
  title: 'Connectors',
  lead: 'Programs that follow the feed and carry out what it says, such as grants on a platform.',
  connector: 'Connector',
  state: 'State',
  lastSeen: 'Last seen',
  behind: 'Behind',
  position: 'Position',
  key: 'Key',
  version: (version: string) => `version ${version}`,
  behindEvents: (count: number, max: boolean) =>
    `${countText(count)}${max ? ' or more' : ''} ${count === 1 ? 'event' : 'events'}`,
  upToDate: 'up to date',
  noPosition: 'stores no position',
  none: 'No connector has registered yet',
  noneDetail:
    'A connector registers itself with PUT /api/connectors/<its id>, and stores the last event that it has handled. It then appears here with its heartbeat.',
  start: 'Get started',
  filters: 'States',
  all: 'All',
  following: 'Following',
  behindWord: 'Behind',
  silent: 'Silent',
  silentHint: 'Silent: its key was not used for 10 minutes.',
  behindHint: 'Behind: an event waits for longer than a minute.',
  more: 'Show more',
} as const;
