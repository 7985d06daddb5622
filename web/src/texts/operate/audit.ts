import { countText } from '../../lib/numbers.ts';

/** Words of the audit trail. */
export const auditTexts = {
  title: 'Audit trail',
  lead: 'Everything that was done in this organization: by whom, when, and what it changed.',
  export: 'Export as NDJSON',
  exportHint: 'All entries that match the filters, one on each line',
  kind: 'Kind',
  anyKind: 'All kinds',
  type: 'Action',
  anyType: 'All actions',
  author: 'By',
  anyAuthor: 'Everybody',
  keys: 'API keys',
  people: 'Seen in this list',
  system: 'Concordat itself',
  through: (name: string, agent: string) => `${name}, through ${agent}`,
  subject: 'Id of what changed',
  what: 'What was done',
  about: 'To',
  at: 'When',
  onlyBy: (name: string) => `Only what ${name} did`,
  onlyAbout: 'Everything about it',
  none: 'Nothing was done yet',
  noneHint: 'Each change, decision and sign-in appears here.',
  note: 'Note',
  exactly: 'Time',
  requestId: 'Request',
  revision: 'Revision',
  event: 'Open the event',
  change: 'What changed',
  changeOf: (name: string) => `Change of ${name}`,
  created: 'It was created with this content:',
  gone: 'Its content before and after is not kept.',
  noContent: 'This action has no content of its own.',
  id: 'Id of the entry',
  yes: 'Yes',
  no: 'No',
  values: (count: number) => `${countText(count)} values`,
} as const;

/** Members of the content of actions whose names are no words. */
const memberNames: Readonly<Record<string, string>> = {
  fromSeq: 'From position',
  toSeq: 'Up to position',
  types: 'Types of events',
  count: 'Events',
  total: 'Pieces of work',
  left: 'Pieces left as they are',
  emailAddress: 'E-mail address',
  pausedAt: 'Paused since',
};

/** The name of a member of the content: `ingestionRunId` is "Ingestion run id". */
export function memberName(name: string): string {
  const words = name.replaceAll(/(?<=[a-z])(?=[A-Z])/gu, ' ').toLowerCase();
  return memberNames[name] ?? words.charAt(0).toUpperCase() + words.slice(1);
}
