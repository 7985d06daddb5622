/** First words of the addresses of pages of the web UI; `/access/orders` is a page, too. */
export const pageWords = [
  'access',
  'assets',
  'authorize',
  'certifications',
  'classification-schemes',
  'concepts',
  'connectors',
  'datacontracts',
  'dataproductbuilders',
  'dataproducts',
  'definitions',
  'develop',
  'example-data',
  'inbox',
  'me',
  'messages',
  'operate',
  'organization',
  'policies',
  'semantics',
  'sign-in',
  'sourcesystems',
  'studio',
  'tags',
  'teams',
] as const;

/** First words of all other addresses of the service; a page never has them. */
export const serviceWords = [
  '.well-known',
  'api',
  'docs',
  'health',
  'mcp',
  'metrics',
  'oauth',
  'openapi-ui.json',
  'openapi-ui.yaml',
  'openapi.json',
  'openapi.yaml',
  'ops',
  'scim',
  'ui',
  'v1',
  'web',
] as const;

const reserved: ReadonlySet<string> = new Set([...pageWords, ...serviceWords]);

/** True for words that no organization may take as its vanity name, because `/{vanity}/…` would be another address. */
export function isReservedName(vanity: string): boolean {
  return reserved.has(vanity);
}
