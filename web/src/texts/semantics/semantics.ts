import { counted, countText } from '../../lib/numbers.ts';

const audited: Readonly<Record<string, string>> = {
  SemanticNamespaceCreated: 'The ontology was created',
  SemanticNamespaceUpdated: 'The ontology was changed',
  SemanticNamespaceDeleted: 'The ontology was deleted',
  GitConnectionUpdated: 'The ontology was connected with a file in Git',
  GitConnectionDeleted: 'The ontology was disconnected from Git',
  GitRunRequested: 'A pull or a push was requested',
  GitRunCancelRequested: 'The cancellation of a pull or a push was requested',
  GitRunEnded: 'A pull or a push ended',
};

/** An entry of the audit trail as a sentence; one without a sentence is told by its name. */
export function auditSentence(type: string): string {
  const name = type.slice(type.lastIndexOf('.') + 1).replace(/Event$/u, '');
  const known = audited[name];
  if (known !== undefined) return known;
  const words = name.replaceAll(/(?<=[a-z])(?=[A-Z])/gu, ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Words of the pages of an ontology and its branches. */
export const semanticTexts = {
  concepts: 'Concepts',
  branches: 'Branches',
  history: 'History',
  git: 'Git',
  exchange: 'Import and export',
  parts: 'Parts of the ontology',
  branchParts: 'Parts of the branch',
  noConcepts: 'No concept yet',
  search: 'Search concepts of this ontology',
  allTypes: 'All types',
  type: 'Type',
  entities: 'Entities',
  values: 'Values',
  newBranch: 'New branch',
  branch: 'Branch',
  state: 'State',
  author: 'Author',
  changed: 'Changed',
  noBranches: 'No branch yet',
  noBranchesHint:
    'A branch holds changes of concepts until somebody merges them into the ontology.',
  by: (name: string | null) => `by ${name ?? 'somebody'}`,
  conflictCount: (count: number) => counted(count, 'conflict', 'conflicts'),
  behind: 'behind',
  behindHint: 'The ontology has changed since this branch was cut or updated.',
  branchName: 'Name',
  branchNameHint: 'Letters, digits and hyphens, such as credit-2027.',
  branchTitle: 'Title',
  branchTitleHint: 'What the changes are about, in a few words.',
  cut: 'Cut the branch',
  cancel: 'Cancel',
  revision: (revision: number) => `Revision ${revision}`,
  audit: 'Audit trail',
  historyShows: 'What the history shows',
  revisions: 'Revisions',
  auditRefused:
    'Only Owners of the organization read the audit trail. The revisions name the author of each change, too.',
  merged: (branch: string) => `merged ${branch}`,
  compare: 'Compare',
  compareWith: 'Changes from',
  to: 'to',
  noHistory: 'No revision yet',
  noHistoryHint: 'Each change of the ontology is a revision.',
  more: 'Show more',
  noChanges: 'No changes',
  noChangesHint: 'No concept differs. Comments and the order of entries do not count.',
  noBranchChanges: 'Nothing is changed on this branch yet',
  noBranchChangesHint: 'Change a concept, or write a new one.',
  change: 'Change',
  fields: 'What changes',
  usedBy: 'Used by',
  usages: (count: number) => counted(count, 'document', 'documents'),
  ops: { add: 'new', update: 'changed', remove: 'removed' } as Readonly<Record<string, string>>,
  firstOf: (shown: number, total: number) =>
    `The first ${countText(shown)} of ${countText(total)} changed concepts.`,
  relationship: (name: string) => `relationship ${name}`,
  open: 'Open',
  merge: 'Merge',
  resolve: 'Resolve conflicts',
  update: 'Update branch',
  updated: (revision: number) =>
    `The branch holds everything that the ontology says, up to revision ${revision}.`,
  updatedWithConflicts: (count: number) =>
    `The branch is not updated: it disagrees with the ontology in ${counted(count, 'place', 'places')}. Resolve the conflicts first.`,
  remove: 'Delete branch',
  removeTitle: (branch: string) => `Delete the branch ${branch}?`,
  removeDetail: 'Its changes are lost. The ontology stays as it is.',
  editConcept: 'Change a concept',
  editConceptHint: 'Search the ontology for the concept to change.',
  newConcept: 'New concept',
  mergedAs: (revision: number) => `This branch was merged as revision ${revision}.`,
  startedBy: (author: string | null) => `${author ?? 'Somebody'} started this branch`,
  basedOn: (revision: number) => `It is based on revision ${revision}.`,
  export: 'Export',
  exportHint: 'The ontology as a file, as it is now.',
  formats: {
    yaml: 'YAML',
    ttl: 'Turtle',
    jsonld: 'JSON-LD',
    rdf: 'RDF/XML',
  } as Readonly<Record<string, string>>,
  import: 'Import',
  importHint:
    'A file of YAML, Turtle, JSON-LD or RDF/XML replaces the whole ontology. It is checked first.',
  file: 'File',
  unknownFile: 'The name of the file must end in .yaml, .yml, .json, .ttl, .jsonld or .rdf.',
  checked: (effects: number) =>
    effects === 0
      ? 'The file says the same as the ontology. Nothing would change.'
      : 'The file is a valid ontology. Replacing makes a new revision, the old ones stay.',
  sameConcepts: 'No concept changes. Only comments, order or details of the ontology differ.',
  wouldChange: ({ added, changed, removed }: Record<'added' | 'changed' | 'removed', number>) =>
    `${counted(added, 'concept', 'concepts')} added, ${countText(changed)} changed, ${countText(removed)} removed.`,
  removedUsed: (count: number) =>
    `${counted(count, 'removed concept is', 'removed concepts are')} in use. Their documents will link to nothing:`,
  replace: 'Replace the ontology',
  replaced: 'The ontology is replaced.',
  notesTitle: 'What the ontology cannot represent',
  noteCount: (count: number) => `${countText(count)}×`,
  changedMeanwhile: 'Somebody changed the ontology meanwhile. Check the file again.',
} as const;

/** Words of the editor of one concept on a branch. */
export const entryTexts = {
  title: 'New concept',
  form: 'Form',
  yaml: 'YAML',
  view: 'View',
  name: 'Name',
  id: 'Id',
  idHint: 'It stays the same when the name changes. Without one, the name is the id.',
  type: 'Type',
  description: 'Description',
  status: 'Status',
  iri: 'IRI',
  parents: 'Extends',
  parentsHint: 'Names of concepts, separated by commas.',
  relationships: 'Relationships',
  relationshipName: 'Name of the relationship',
  target: 'Leads to',
  multiplicity: 'Multiplicity',
  anyMultiplicity: 'not stated',
  addRelationship: 'Add a relationship',
  removeRelationship: (name: string) => `Remove the relationship ${name}`,
  kept: 'Everything else stays as it is; the YAML view shows all of it.',
  notParsed: (line: number, message: string) =>
    `The YAML cannot be read, line ${line}: ${message}. Mend it there; the form shows what it said before.`,
  notObject: 'The YAML must be one entry with members such as concept and type.',
  save: 'Save on the branch',
  discard: 'Discard',
  remove: 'Remove the concept',
  removeTitle: (name: string) => `Remove ${name} from the branch?`,
  removeDetail: 'The ontology keeps it until the branch is merged.',
  saved: 'Saved on the branch.',
  changed:
    'Somebody changed this concept on the branch while you wrote. Yours is kept here; their version is below.',
  theirs: 'Their version',
  overwrite: 'Save mine instead',
  takeTheirs: 'Take theirs',
} as const;
