/** Words of the pages of concepts. */
export const conceptTexts = {
  ontology: 'Ontology',
  kind: 'Kind',
  status: 'Status',
  iri: 'IRI',
  owner: 'Owner',
  usedBy: 'Where it is used',
  notUsed: 'No contract or product names this concept yet',
  notUsedHint: 'A field names a concept with its IRI in authoritativeDefinitions.',
  moreUsages: 'There are more; only the first are shown.',
  document: 'Contract or product',
  fields: 'Fields',
  wholeDocument: 'the whole document',
} as const;

const kinds: Readonly<Record<string, string>> = {
  entity: 'Entity',
  shared_property: 'Shared property',
  property: 'Property',
  metric: 'Metric',
  group: 'Group',
};

/** The name of a kind of concepts. */
export function conceptKindName(kind: string): string {
  return kinds[kind] ?? kind;
}
