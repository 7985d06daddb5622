/** Collections of the API in an order in which their documents can be created; a test compares it with that of the server. */
export const collections = [
  'teams',
  'tags',
  'definitions',
  'policies',
  'sourcesystems',
  'certifications',
  'classification-schemes',
  'assets',
  'datacontracts',
  'dataproducts',
  'connectors',
  'example-data',
  'dataproductbuilders',
] as const;

/** Short names of folders. */
const shortNames: Readonly<Record<string, string>> = {
  contracts: 'datacontracts',
  products: 'dataproducts',
  builders: 'dataproductbuilders',
};

const bare = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]/g, '');
const byBareName = new Map([
  ...collections.map((name): [string, string] => [bare(name), name]),
  ...Object.entries(shortNames),
]);

/** The collection that a folder is named after, in any spelling: `data-contracts`, `contracts`; undefined for other folders. */
export function collectionOfFolder(name: string): string | undefined {
  return byBareName.get(bare(name));
}

/** The position of a collection in the order of creation. */
export function rankOf(resource: string): number {
  const index = (collections as readonly string[]).indexOf(resource);
  return index === -1 ? collections.length : index;
}

/** True for the name of a collection in the API. */
export function isCollection(name: unknown): name is string {
  return (collections as readonly unknown[]).includes(name);
}
