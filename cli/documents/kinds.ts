import { wrongUsage } from '../failure.ts';

/** A kind of things that commands get, list, put, delete and edit. */
export type Kind = {
  name: string;
  /** Other names that people type; the last part of the path is a name, too. */
  aliases?: readonly string[];
  path: string;
  /** Last part of the path of the stored text, for documents that keep it. */
  source?: string;
  /** Its type in the search, if things of this kind are found there. */
  searched?: string;
};

/** A test compares this list with the routes. */
export const kinds: readonly Kind[] = [
  { name: 'team', path: '/api/teams', source: 'team.yaml', searched: 'TEAM' },
  {
    name: 'contract',
    aliases: ['datacontract', 'data-contract', 'contracts'],
    path: '/api/datacontracts',
    source: 'datacontract.yaml',
    searched: 'DATA_CONTRACT',
  },
  {
    name: 'product',
    aliases: ['dataproduct', 'data-product', 'products'],
    path: '/api/dataproducts',
    source: 'dataproduct.yaml',
    searched: 'DATA_PRODUCT',
  },
  {
    name: 'definition',
    path: '/api/definitions',
    source: 'definition.yaml',
    searched: 'DEFINITION',
  },
  {
    name: 'source-system',
    aliases: ['sourcesystem', 'source-systems'],
    path: '/api/sourcesystems',
    source: 'source-system.yaml',
    searched: 'SOURCE_SYSTEM',
  },
  { name: 'tag', path: '/api/tags', source: 'tag.yaml', searched: 'TAG' },
  {
    name: 'certification',
    path: '/api/certifications',
    source: 'certification.yaml',
    searched: 'CERTIFICATION',
  },
  { name: 'policy', path: '/api/policies', source: 'policy.yaml', searched: 'POLICY' },
  {
    name: 'classification-scheme',
    path: '/api/classification-schemes',
    source: 'classification-scheme.yaml',
    searched: 'CLASSIFICATION_SCHEME',
  },
  { name: 'asset', path: '/api/assets', searched: 'DATA_ASSET' },
  { name: 'connector', path: '/api/connectors', searched: 'CONNECTOR' },
  { name: 'example-data', path: '/api/example-data', searched: 'EXAMPLE_DATA' },
  {
    name: 'product-builder',
    aliases: ['dataproductbuilder', 'product-builders'],
    path: '/api/dataproductbuilders',
    source: 'dataproductbuilder.yaml',
    searched: 'DATA_PRODUCT_BUILDER',
  },
  { name: 'access', path: '/api/access' },
  { name: 'change-request', path: '/api/change-requests' },
  { name: 'test-run', path: '/api/test-runs' },
  { name: 'test-result', path: '/api/test-results' },
  { name: 'integration', path: '/api/integrations' },
  {
    name: 'namespace',
    aliases: ['ontology', 'ontologies'],
    path: '/api/semantics/experimental/namespaces',
  },
  { name: 'event', path: '/api/events' },
  { name: 'webhook', path: '/api/webhooks' },
  {
    name: 'git-credential',
    aliases: ['git-credentials'],
    path: '/api/organization/gitcredentials',
  },
  { name: 'member', path: '/api/organization/members' },
  { name: 'notification', path: '/api/notifications' },
  { name: 'sandbox', path: '/api/sandbox' },
  { name: 'work-batch', path: '/api/ops/work-batches' },
];

/** As `findKind`, undefined if there is none. */
export function kindNamed(name: string): Kind | undefined {
  const wanted = name.toLowerCase();
  return kinds.find((kind) => namesOf(kind).includes(wanted));
}

/** The kind with this name, an alias or the name of its collection. */
export function findKind(name = ''): Kind {
  const found = kindNamed(name);
  if (found) return found;
  const names = kinds.map((kind) => kind.name).join(', ');
  throw wrongUsage(`There is no kind '${name}'; the kinds are ${names}.`);
}

function namesOf({ name, aliases = [], path }: Kind): string[] {
  return [name, ...aliases, path.slice(path.lastIndexOf('/') + 1)];
}
