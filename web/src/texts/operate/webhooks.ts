import { counted, countText } from '../../lib/numbers.ts';

/** Words of webhooks. */
export const webhookTexts = {
  title: 'Webhooks',
  lead: 'Concordat posts each event to the webhooks that ask for its type, in order, until the receiver takes it.',
  new: 'New webhook',
  name: 'Webhook',
  state: 'State',
  events: 'Events',
  host: 'Receiver',
  waiting: 'Waiting',
  delivered: 'Delivered',
  failed: 'Given up',
  since: 'Since',
  none: 'No webhook yet',
  noneHint:
    'A webhook tells another program about events, for example the component that grants accesses on a platform.',
  unreadable: 'Its address cannot be read with the key of this installation. Type it again.',
  unknownHost: 'unknown',
  failingSince: 'Failing since',
  pausedAt: 'Paused since',
  allEvents: 'all events of the catalog',
  above: 'Events & webhooks',
  tabsLabel: 'Parts of the webhook',
  tabs: { deliveries: 'Deliveries', replays: 'Replays' },
  details: 'About',
  created: 'Created',
  changed: 'Changed',
  oldSecret: 'Former secret signs until',
  test: 'Send test',
  testing: 'Sending…',
  pause: 'Pause',
  resume: 'Resume',
  rotate: 'Rotate secret',
  edit: 'Edit',
  remove: 'Delete',
  pausedNote: (reason: string) =>
    `Nothing is sent until the webhook is resumed. Reason of the pause: ${reason}`,
  disabledNote:
    'The webhook is switched off. Events wait and are sent in order once it is resumed.',
  failingNote: 'Its receiver does not take what is sent. The newest deliveries have its answers.',
  paused: (name: string) => `${name} is switched off. Its events wait.`,
  resumed: (name: string) => `${name} is resumed.`,
} as const;

/** Words of the form of a webhook. */
export const webhookFormTexts = {
  newTitle: 'New webhook',
  editTitle: (name: string) => `Edit ${name}`,
  create: 'Create webhook',
  save: 'Save webhook',
  id: 'Name',
  idHint: 'Letters, digits, hyphens, such as grants-postgres. It cannot be changed later.',
  url: 'Address of the receiver',
  urlHint: 'An https address that takes POST requests.',
  urlKept: (host: string) => `Set to an address at ${host}. Type another one to replace it.`,
  events: 'Events to send',
  eventsHint: 'One type on each line. * at the end stands for any letters; * alone is everything.',
  kinds: 'Often used',
  everything: 'Everything',
  enabled: 'Send events at once',
  createdTitle: (name: string) => `${name} is created`,
} as const;

/** Words of the secret that signs deliveries. */
export const secretTexts = {
  theSecret: 'The secret',
  rotateTitle: (name: string) => `Rotate the secret of ${name}?`,
  rotateDetail:
    'A new secret signs from now on. The former one signs too for one more day, so that the receiver can change without losing an event.',
  rotateAction: 'Rotate secret',
  rotatedTitle: 'The new secret',
  formerUntil: 'The former secret signs too until',
  example: 'A signed example, to test the receiver',
  exampleHint:
    'The signature is the HMAC-SHA256 of the signed content with the secret after whsec_, decoded from base64.',
  signedContent: 'Signed content',
  headers: 'Headers',
  body: 'Body',
  verify: 'Verify it in Node.js',
  command: 'Send it to the receiver',
} as const;

/** Words of deliveries. */
export const deliveryTexts = {
  title: 'Deliveries',
  which: 'State of the deliveries',
  all: 'All',
  states: { pending: 'Waiting', delivered: 'Delivered', failed: 'Given up' },
  event: 'Event',
  subject: 'Subject',
  state: 'State',
  answer: 'Answer',
  at: 'When',
  test: 'Test',
  none: 'No delivery yet',
  noneHint: 'The next event that the webhook asks for appears here. A test can be sent at once.',
  attempts: (count: number) => counted(count, 'attempt'),
  next: 'next attempt',
  nextSoon: 'next attempt within a minute',
  waiting: 'not answered yet',
  httpStatus: (status: number) => `HTTP ${status}`,
  took: (ms: number) => `${countText(ms)} ms`,
  redeliver: 'Send again',
  redelivered: 'The delivery is sent again.',
  redeliverAll: (count: number) => `Send ${countText(count)} again`,
  redeliverTitle: (count: number) =>
    `Send ${countText(count)} failed ${count === 1 ? 'delivery' : 'deliveries'} again?`,
  redeliverEffect:
    'Each goes to the receiver once more, under its former id and the oldest first. Receivers that know the id drop it.',
  redeliverTooMany: (max: number) =>
    `At most ${countText(max)} are sent again one by one. Replay the events of that time instead.`,
  redeliverProgress: (done: number, all: number) =>
    `${countText(done)} of ${countText(all)} handled`,
  redeliverOutcomes: 'What becomes of each delivery',
  stop: 'Stop',
  close: 'Close',
  outcome: {
    waiting: 'Given up',
    running: 'Sending',
    stopped: 'Not sent',
    done: 'Sent again',
    failed: 'Refused',
  },
  showEvent: 'Open the event',
  request: 'Request',
  response: 'Answer of the receiver',
  notSent: 'Nothing was sent yet.',
  noResponse: 'The receiver did not answer.',
  headers: 'Headers',
  body: 'Body',
  bodyGone: 'The event is no longer kept, so its body cannot be shown.',
  bodyDiffers: 'The event has changed since: this is not byte for byte what was sent.',
  cut: 'Only the beginning is kept.',
  empty: 'The answer had no body.',
  header: 'Header',
  value: 'Value',
  firstTry: 'First attempt',
  lastTry: 'Last attempt',
  ofReplay: 'Sent by a replay',
  error: 'Problem',
  id: 'Id',
} as const;

/** Words of replays. */
export const replayTexts = {
  title: 'Replays',
  start: 'Replay events',
  startTitle: (name: string) => `Send events again to ${name}`,
  lead: 'A replay sends events of the feed once more, in their order and under their former ids. Receivers that drop repeated ids must forget them first.',
  fromDay: 'From day',
  fromTime: 'From time',
  toDay: 'Until day',
  toTime: 'Until time',
  fromHint: 'In the time of this browser.',
  toHint: 'Left out: up to the last event that was sent.',
  types: 'Types',
  typesHint: 'Left out: all that the webhook receives. One type on each line.',
  count: 'Count the events',
  counted: (count: number) =>
    count === 0
      ? 'No event matches. Choose an earlier time or other types.'
      : `${counted(count, 'event')} would be sent again:`,
  send: (count: number) => `Send ${counted(count, 'event')} again`,
  change: 'Change the choice',
  type: 'Type',
  events: 'Events',
  by: 'By',
  state: 'State',
  progress: 'Progress',
  everything: 'everything',
  moreTypes: (first: string, others: number) => `${first} and ${countText(others)} more`,
  at: 'When',
  none: 'No replay yet',
  noneHint: 'A receiver that has lost data gets it back with a replay. It is counted first.',
  of: (done: number, planned: number) => `${countText(done)} of ${countText(planned)} delivered`,
  waiting: (count: number) => `, ${countText(count)} ${count === 1 ? 'waits' : 'wait'}`,
  failed: (count: number) => `, ${countText(count)} given up`,
  cancel: 'Cancel',
  cancelLabel: 'Cancel the replay',
  cancelled: 'The replay is cancelled. What was sent stays sent.',
} as const;

/** Words of the deletion of a webhook. */
export const removalTexts = {
  title: (name: string) => `Delete ${name}?`,
  detail: (waiting: number) =>
    waiting === 0
      ? 'Its deliveries are deleted with it. Its receiver gets no further events.'
      : `${counted(waiting, 'event waits', 'events wait')} and will never be sent. Its deliveries are deleted with it.`,
  action: 'Delete webhook',
} as const;
