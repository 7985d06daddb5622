import { counted } from '../../lib/numbers.ts';

/** Words of the verdict on an edit. */
export const releaseTexts = {
  title: 'Verdict',
  changes: 'What changes',
  judging: 'Being judged',
  unreadable: 'There is no verdict until the document is valid.',
  untouched: 'Edit the document to see what the change means for its consumers.',
  unchanged: 'Nothing that the document promises has changed.',
  versions: (from: string, to: string) => (from === to ? from : `${from} → ${to}`),
  hitsNothing: 'It affects no port and no access.',
  /** The ports and accesses that are hit, as one sentence. */
  hits: (ports: number, accesses: number) =>
    `It affects ${counted(ports, 'output port')} and ${counted(accesses, 'access', 'accesses')}.`,
  ports: 'Output ports',
  consumers: 'Consumers',
  more: (count: number) =>
    `${counted(count, 'more change')} ${count === 1 ? 'is' : 'are'} not shown.`,
  raise: (version: string) => `Raise to ${version}`,
  raiseNeeded: (version: string) => `The version must be ${version} or higher.`,
  raiseWanted: (version: string) => `A version of ${version} or higher would announce this change.`,
  tellFirst: 'Tell these teams first',
  told: (team: string) => `I told ${team}`,
  accesses: (count: number) => counted(count, 'access', 'accesses'),
  waits: 'Wait for the verdict on what you have written.',
  versionFirst: (version: string) => `Raise the version to ${version} or higher first.`,
  teamsFirst: (count: number) =>
    `Confirm that you told ${count === 1 ? 'the consuming team' : `all ${count} consuming teams`} first.`,
} as const;

/** Words of the dialog that proposes a change. */
export const proposeTexts = {
  propose: 'Propose',
  proposeChange: 'Propose a change',
  title: 'Propose this change',
  detail:
    'You may not save this document. Its owners get a mail and see the difference and whom it affects.',
  what: 'What changes',
  why: 'Why (Markdown)',
  cancel: 'Cancel',
  send: 'Propose the change',
  sent: 'The change is proposed.',
} as const;
