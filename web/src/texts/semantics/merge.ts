import { countText } from '../../lib/numbers.ts';

const plural = (count: number, one: string, many: string): string =>
  `${countText(count)} ${count === 1 ? one : many}`;

type Lead = { author: string | null; base: number; now: number; differ: number; places: number };

/** Words of the merge of a branch. */
export const mergeTexts = {
  title: (branch: string, namespace: string) => `Merge ${branch} into ${namespace}`,
  crumb: 'Merge',
  left: (count: number) => `${plural(count, 'conflict', 'conflicts')} left`,
  allDecided: 'All conflicts decided',
  noConflicts: 'No conflicts',
  lead: ({ author, base, now, differ, places }: Lead) =>
    `${author ?? 'Somebody'} started this branch. It is based on revision ${base}. The ontology is at revision ${now} now: ${plural(differ, 'concept differs', 'concepts differ')}, ${plural(places, 'place disagrees', 'places disagree')}.`,
  side: 'Conflicts and changes',
  conflicts: (decided: number, all: number) =>
    `Conflicts, ${countText(decided)} of ${countText(all)} decided`,
  firstOf: (shown: number, all: number) =>
    `${countText(shown)} of ${countText(all)} conflicts are here; the others are being read.`,
  allOpen: (count: number) => `All ${countText(count)} that are open:`,
  panes: { conflicts: 'Conflicts', 'by-itself': 'By itself', result: 'Result' },
  byItself: (count: number) => `Merges by itself, ${countText(count)}`,
  moreByItself: (count: number) => `${countText(count)} more`,
  whole: 'the whole entry',
  document: 'The document itself',
  states: { open: 'open', changed: 'changed', now: 'decide' },
  edited: 'edited',
  ops: { add: '+', update: '~', remove: '−' } as Readonly<Record<string, string>>,
  impactHints: {
    breaking: 'breaking: users may have to act',
    structural: 'structural: it may mean something else',
    additive: 'additive: more is said',
  } as Readonly<Record<string, string>>,
  before: 'Before',
  revision: (revision: number) => `revision ${revision}`,
  started: 'What both sides started from',
  take: (side: string) => `Take ${side}`,
  isTaken: 'Taken',
  takenThenEdited: 'Taken, then edited',
  absent: 'It is not there.',
  removedHere: 'Removed.',
  empty: 'empty',
  tooLong: 'The values are too long to show here. Take one of the sides.',
  result: 'Result',
  resultHint: (namespace: string) => `what ${namespace} will say after the merge`,
  reset: 'Reset',
  undecided: 'Nothing is decided yet. Take a side, or write what it should say.',
  write: 'Write it yourself',
  notJson: 'This is no JSON value yet.',
  onlySides: 'The whole entry is taken from one side.',
  changedNote:
    'The sides have changed since you decided this. Your choice is kept, but look again and decide it anew.',
  keepChoice: 'Keep my choice',
  who: (concept: string) => `Who uses ${concept}`,
  usedBy: (documents: number, teams: number) =>
    `${plural(documents, 'document', 'documents')} of ${plural(teams, 'team', 'teams')} link to it`,
  unused: 'No contract or product links to it.',
  wholeDocument: 'the whole document',
  preview: 'Preview as YAML',
  previewTitle: 'What the ontology will say',
  previewOpen: (count: number) =>
    `${plural(count, 'conflict is', 'conflicts are')} not decided; the preview shows them as the ontology has them.`,
  previewSame: 'The text stays as it is.',
  update: 'Update branch',
  decided: (done: number, all: number) => `${countText(done)} of ${countText(all)} decided.`,
  decideMore: (count: number) => `Decide ${countText(count)} more to merge.`,
  inBrowser: 'Your choices stay in this browser until you save them.',
  saved: 'Choices are saved; others see them, too.',
  save: 'Save choices',
  merge: (namespace: string) => `Merge into ${namespace}`,
  merging: 'Merging…',
  merged: (branch: string, namespace: string) => `${branch} is merged into ${namespace}.`,
  moved: (count: number, kept: number) =>
    `The ontology has changed meanwhile: ${plural(count, 'conflict waits', 'conflicts wait')}. ${kept === 0 ? 'Nothing that you decided is lost.' : `${plural(kept, 'choice', 'choices')} of yours ${kept === 1 ? 'is' : 'are'} kept.`}`,
  told: 'Before you merge',
  adjusted:
    'These references name concepts that your choices remove or rename, so the ontology’s own version is taken:',
  reprinted: 'These entries lose their comments and layout, because of anchors or aliases:',
  cancel: 'Cancel',
  mergeAnyway: 'Merge',
  close: 'Close',
  back: 'Back to the list',
  nothing: 'The branch has no changes to merge.',
  toBranch: 'Go to the branch',
  keys: {
    namespace: 'Take what the ontology says',
    branch: 'Take what the branch says',
    edit: 'Write the result',
    next: 'Next conflict',
    previous: 'Previous conflict',
  },
  short: { edit: 'edit', next: 'next' },
} as const;
