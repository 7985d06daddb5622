import { counted } from '../../lib/numbers.ts';
import { pageNames } from '../shell.ts';
import type { StatusWord } from '../status-words.ts';

type Kind = 'datacontracts' | 'dataproducts';

const nouns = { datacontracts: 'contract', dataproducts: 'data product' } as const;

/** Words of the pages that import contracts and data products from Git. */
export const gitImportTexts = {
  title: pageNames.gitImport,
  lead: 'Files of a repository become new documents, each connected with its file. Documents that exist are never changed, and a preview comes first.',
  steps: { where: 'Repository', preview: 'Preview', result: 'Import' },
  stepsLabel: 'Steps of the import',
  nouns,
  kind: 'What the files are',
  kinds: { datacontracts: 'Data contracts', dataproducts: 'Data products' },
  pattern: 'Path or pattern',
  patternHint:
    '* stands for any characters of one name, ? for one of them, and ** for any number of folders. At most 10,000 files.',
  patterns: { datacontracts: '**/*.odcs.yaml', dataproducts: '**/*.odps.yaml' },
  credentialHint:
    'Without a name, the first that fits: of teams to which you may add documents, then of the organization.',
  preview: 'Preview',
  previewHint: 'A preview judges each file and stores nothing.',
  previewTitle: 'Preview of the import',
  is: 'What is read',
  commit: 'Commit',
  requested: 'Requested',
  running: { preview: 'Judging files', result: 'Importing files' },
  phases: {
    queued: 'Waiting for a worker',
    fetching: 'Fetching the newest commit',
    storing: 'Reading files',
  } as Readonly<Record<string, string>>,
  progress: 'Progress of the import',
  judged: (files: number) => `${counted(files, 'file')} judged`,
  cancel: 'Cancel import',
  cancelPreview: 'Cancel preview',
  cancelled: 'It was cancelled. Documents that were imported before stay.',
  cancelledPreview: 'The preview was cancelled. Nothing was stored.',
  files: 'Files',
  filter: 'Filter by verdict',
  all: 'All',
  none: 'No file was judged',
  noneHint: {
    open: 'Files appear here as soon as they are read.',
    ended: 'Change the repository or the pattern, and preview again.',
  },
  noneOfVerdict: 'No file has this verdict.',
  start: (files: number, kind: Kind) => `Import ${counted(files, nouns[kind])}`,
  nothingNew: 'No file is new.',
  notComplete: 'The preview did not end: change the repository, or preview again.',
  change: 'Change repository',
  again: 'Import more',
  list: { datacontracts: 'See all contracts', dataproducts: 'See all data products' },
  said: {
    IMPORTED: () => 'It is stored and connected with the file.',
    NEW: (noun: string) => `The import stores it as a new ${noun}, and connects both.`,
    UNCHANGED: (noun: string) =>
      `The ${noun} equals the file. Connect both to keep them in sync; an import changes nothing.`,
    CHANGED: (noun: string) =>
      `The ${noun} exists and differs from the file. Connect both, and then pull the file or push the ${noun}.`,
  } as Readonly<Record<string, (noun: string) => string>>,
  connect: 'Connect',
  connectLabel: (id: string) => `Connect ${id} with its file`,
  failed: 'The import could not read the repository.',
} as const;

/** The words for the verdicts on files. */
export const verdictWords = {
  IMPORTED: { tone: 'ok', word: 'Imported', icon: 'check' },
  NEW: { tone: 'ok', word: 'New', icon: 'check' },
  CHANGED: { tone: 'warn', word: 'Changed', icon: 'alert' },
  UNCHANGED: { tone: 'idle', word: 'Unchanged', icon: 'none' },
  EXISTS: { tone: 'warn', word: 'Exists', icon: 'alert' },
  REFUSED: { tone: 'bad', word: 'Refused', icon: 'x' },
} as const satisfies Record<string, StatusWord>;
