const names: Readonly<Record<string, string>> = {
  DATA_PRODUCT: 'Data product',
  DATA_CONTRACT: 'Data contract',
  SEMANTIC_CONCEPT: 'Concept',
  DATA_ASSET: 'Asset',
  DEFINITION: 'Definition',
  TEAM: 'Team',
  TAG: 'Tag',
  SOURCE_SYSTEM: 'Source system',
  CERTIFICATION: 'Certification',
  POLICY: 'Policy',
  CLASSIFICATION_SCHEME: 'Classification scheme',
  CONNECTOR: 'Connector',
  EXAMPLE_DATA: 'Example data',
};

/** The name of a kind of search results. */
export function kindName(resourceType: string): string {
  return names[resourceType] ?? resourceType;
}

/** Collections of the API, as addresses of pages have them, and the name of one of their documents. */
export const collectionNames: Readonly<Record<string, string>> = {
  teams: 'Team',
  dataproducts: 'Data product',
  datacontracts: 'Data contract',
  assets: 'Asset',
  definitions: 'Definition',
  tags: 'Tag',
  policies: 'Policy',
  certifications: 'Certification',
  'classification-schemes': 'Classification scheme',
  connectors: 'Connector',
  'example-data': 'Example data',
  sourcesystems: 'Source system',
  dataproductbuilders: 'Data product builder',
  access: 'Access',
};
