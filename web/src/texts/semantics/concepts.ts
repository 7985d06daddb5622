import { counted } from '../../lib/numbers.ts';

/** Words of the pages of concepts. */
export const conceptTexts = {
  title: 'Concepts',
  lead: 'What the words of the organization mean, and which data speaks of them.',
  search: 'Search concepts',
  clear: 'Clear the search',
  namespaces: 'Ontologies',
  noNamespaces: 'No ontology yet',
  emptyHint: (namespace = '{namespace}') =>
    `An ontology is a YAML text with concepts. Put one to /api/semantics/experimental/namespaces/${namespace}/ontology.yaml.`,
  counts: (concepts: number) => counted(concepts, 'concept', 'concepts'),
  branchCount: (branches: number) => counted(branches, 'branch', 'branches'),
  noBranches: 'No branch',
  conflicted: (branches: number) => `${counted(branches, 'branch', 'branches')} in conflict`,
  found: 'Found concepts',
  concept: 'Concept',
  meaning: 'Meaning',
  type: 'Type',
  ontology: 'Ontology',
  more: 'Show more',
  allTypes: 'All types',
  kind: 'Type',
  status: 'Status',
  iri: 'IRI',
  owner: 'Owner',
  changed: 'Changed',
  changedBy: (name: string | null, revision: number) =>
    `by ${name ?? 'somebody'}, revision ${revision}`,
  usedBy: 'Where it is used',
  products: 'Products',
  fieldsView: 'Contracts and fields',
  view: 'View',
  notUsed: 'No contract or product names this concept yet',
  notUsedHint: 'A field names a concept with its IRI in authoritativeDefinitions.',
  noProducts: 'No product offers a contract that names this concept',
  noProductsHint: 'Contracts may name it: look at contracts and fields.',
  product: 'Product',
  through: 'Through',
  itself: 'the product itself',
  document: 'Contract or product',
  fields: 'Fields',
  wholeDocument: 'the whole document',
  relationships: 'Relationships',
  graph: 'Graph',
  table: 'Table',
  from: 'From',
  relationship: 'Relationship',
  to: 'To',
  multiplicity: 'Multiplicity',
  alone: 'No relationships',
  aloneHint: 'Neither this concept nor another one of its ontology has a relationship to it.',
  describeGraph: (count: number) => `Graph of ${counted(count, 'concept', 'concepts')}`,
  expand: (name: string) => `Show the concepts around ${name}`,
  truncated: 'There are more than these.',
  showMore: 'Show more of them',
  edit: 'Edit on a branch',
} as const;

const types: Readonly<Record<string, string>> = {
  EntityType: 'Entity',
  ValueType: 'Value',
  builtIn: 'Built in',
  unknown: 'Elsewhere',
};

/** The name of a type of concepts. */
export function conceptTypeName(type: string): string {
  return types[type] ?? type;
}

const multiplicities: Readonly<Record<string, string>> = {
  OneToOne: 'one to one',
  OneToMany: 'one to many',
  ManyToOne: 'many to one',
  ManyToMany: 'many to many',
};

/** A multiplicity in words. */
export function multiplicityName(multiplicity: string | null): string {
  return multiplicity === null ? '' : (multiplicities[multiplicity] ?? multiplicity);
}
