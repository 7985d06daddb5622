import { counted, countText as count } from '../../lib/numbers.ts';

/** Words of the YAML of a contract. */
export const yamlTexts = {
  label: 'YAML of the contract',
  name: 'YAML',
  copy: 'Copy YAML',
  download: 'Download',
  foldAll: 'Fold all',
  unfoldAll: 'Unfold all',
  fold: (line: number) => `Fold line ${line}`,
  unfold: (line: number) => `Unfold line ${line}`,
  folded: (lines: number) => `… ${counted(lines, 'line')}`,
  lines: (value: number) => counted(value, 'line'),
} as const;

/** Words of versions and what changed between them. */
export const versionTexts = {
  label: 'Revisions, newest first',
  back: 'All revisions',
  revision: (value: number) => `Revision ${value}`,
  first: 'First revision',
  firstDetail: 'There is nothing before it to compare with.',
  noRecord: 'Nothing that the contract promises changed.',
  deleted: 'Deleted',
  fields: 'What changed',
  text: 'Text',
  textLabel: (from: number, to: number) => `Text of revision ${from} and of revision ${to}`,
  omitted: (value: number) =>
    `${counted(value, 'more change')} ${value === 1 ? 'is' : 'are'} not shown.`,
  /** Without a sentence where nothing was hit. */
  hits: (ports: number, accesses: number) => {
    const parts = [
      ...(ports > 0 ? [counted(ports, 'output port')] : []),
      ...(accesses > 0 ? [counted(accesses, 'access', 'accesses')] : []),
    ];
    return parts.length === 0 ? '' : `It affected ${parts.join(' and ')}.`;
  },
  versionFromTo: (from: string, to: string) => (from === to ? to : `${from} → ${to}`),
  definition: (id: string, revision: number) =>
    `Because definition ${id} changed to revision ${revision}.`,
  more: 'Load more',
} as const;

/** Words of terms and servers. */
export const termTexts = {
  purpose: 'Purpose',
  usage: 'Usage',
  limitations: 'Limitations',
  terms: 'Terms',
  none: 'No terms are written down',
  noneDetail:
    'Add a description with purpose, usage and limitations to the YAML, so that consumers know what they may do.',
  levels: 'Service levels',
  level: 'Promise',
  value: 'Value',
  about: 'About',
  noLevels: 'No service levels are promised.',
  servers: 'Servers',
  noServers: 'The contract names no servers.',
  copyServer: 'Copy as JSON',
  price: 'Price',
  support: 'Support',
  roles: 'Roles',
  tags: 'Tags',
} as const;

/** Words of who uses a contract. */
export const usageTexts = {
  ports: 'Data products',
  product: 'Product',
  port: 'Port',
  role: 'As',
  output: 'Output',
  input: 'Input',
  owner: 'Owner',
  state: 'State',
  noPorts: 'No product uses this contract',
  noPortsDetail:
    'Name the contract at an output port of a data product, so that others can ask for access.',
  accesses: 'Accesses',
  who: 'Who',
  until: 'Until',
  noEnd: 'no end',
  noAccesses: 'No access yet',
  noAccessesDetail: 'Accesses to ports with this contract are listed here.',
  more: (shown: number, all: number) => `${count(shown)} of ${count(all)} are shown.`,
} as const;

/** Words of the history of a document. */
export const historyTexts = {
  deletedAuthor: 'A key or person that no longer exists',
  label: 'What happened to the contract, newest first',
  onlyRevisions:
    'These are the changes of the contract. Keys and Owners of the organization also see its tests and followers here.',
  none: 'Nothing has happened yet',
  noneDetail: 'Changes, tests and accesses of the contract are listed here.',
  revision: (value: number) => `revision ${value}`,
  more: 'Load more',
} as const;

/** Words of the sheet that generates code. */
export const generateTexts = {
  title: (name: string) => `Generate code from ${name}`,
  close: 'Close',
  formats: 'Formats',
  dialect: 'Dialect',
  ofServer: 'as the server',
  server: 'Server',
  everyServer: 'the first that fits',
  compat: 'Variant',
  newest: 'newest',
  prompt: 'What to write',
  promptHint: 'Sentences for the model that your organization has configured.',
  write: 'Write',
  copy: 'Copy',
  copyAll: (files: number) => (files === 1 ? 'Copy' : `Copy all ${files} files`),
  download: (files: number) => (files === 1 ? 'Download' : `Download ${files} files`),
  files: 'Files',
  warnings: 'What could not be carried over',
  notes: 'Notes',
  nothing: 'Choose a format to see its code.',
  noFiles: 'This contract has nothing to write in this format.',
  lines: (value: number) => counted(value, 'line'),
} as const;
