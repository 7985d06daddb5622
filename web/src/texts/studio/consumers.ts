import { counted } from '../../lib/numbers.ts';

/** Words of the consumers of a product, as those who provide it look at them. */
export const providerTexts = {
  view: 'View',
  table: 'Table',
  graph: 'Graph',
  consumer: 'Consumer',
  agreed: 'Agreed',
  granted: 'To be granted',
  reported: 'Reported',
  actions: 'Actions',
  roleOn: (roles: string, platform: string) =>
    roles === '' ? platform : `${roles} on ${platform}`,
  until: 'until ',
  noGrant: 'nothing',
  noReport: 'no report',
  asAgreed: 'as agreed',
  differences: (value: number) =>
    value === 0
      ? 'Every grant is as agreed.'
      : `${counted(value, 'access', 'accesses')} ${value === 1 ? 'is' : 'are'} not granted as agreed.`,
  alertWords: {
    'not-provisioned': 'Not granted in time',
    missing: 'Missing on the platform',
    unexpected: 'Not agreed',
    different: 'Other than agreed',
  },
  stillGranted: 'Still granted',
  notConfirmed: 'Not confirmed',
  reassessBy: (day: string) => `reassess by ${day}`,
  alerts: 'Open alerts',
  resolve: 'Resolve',
  resolved: 'The alert is resolved',
  seen: 'raised ',
  reassess: 'Reassess',
  end: 'End',
  more: (name: string) => `Actions for ${name}`,
  open: 'Open',
  decide: 'Decide',
  graphLabel: (value: number) => `${counted(value, 'consumer')} and the ports they use`,
  graphFirst: (value: number) => `The graph shows the first ${value}.`,
} as const;

export const reassessTexts = {
  title: (consumer: string) => `Is the access of ${consumer} still needed?`,
  detail: (end: string | undefined) =>
    end === undefined
      ? 'The access goes on. Look at it again on this day:'
      : `The access goes on until it ends on ${end}. Look at it again on this day:`,
  afterEnd: (end: string) => `The access ends on ${end}: choose that day or an earlier one.`,
  date: 'Next reassessment',
  never: 'No reassessment is planned.',
  planned: (day: string) => `Planned for ${day}.`,
  keep: 'Cancel',
  save: 'Keep the access',
  saved: (day: string, end: string | undefined) =>
    end === undefined
      ? `The access goes on; the next reassessment is on ${day}`
      : `The access goes on until ${end}; the next reassessment is on ${day}`,
  changed: 'Somebody changed this access meanwhile. Look at it below, and save again.',
  notActive: 'This access has ended meanwhile.',
  endInstead: 'End it instead',
} as const;

export const endTexts = {
  title: (consumer: string) => `End the access of ${consumer}?`,
  note: 'Note that the consumer reads (optional)',
  keep: 'Keep the access',
  end: 'End the access',
  ended: 'The access has ended',
  changed: 'Somebody changed this access meanwhile. Look at it again before you end it.',
} as const;
