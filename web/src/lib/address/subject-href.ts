import { documentHref } from './document-href.ts';

const collections: Readonly<Record<string, string>> = {
  access: 'access',
  asset: 'assets',
  certification: 'certifications',
  'classification-scheme': 'classification-schemes',
  connector: 'connectors',
  'data-contract': 'datacontracts',
  'data-product': 'dataproducts',
  'data-product-builder': 'dataproductbuilders',
  definition: 'definitions',
  'example-data': 'example-data',
  policy: 'policies',
  'semantic-concept': 'concepts',
  'source-system': 'sourcesystems',
  tag: 'tags',
  team: 'teams',
};

const pages: Readonly<Record<string, (id: string) => string>> = {
  integration: (id) => `/operate/integrations/${encodeURIComponent(id)}`,
  'semantic-namespace': (id) => `/semantics/${encodeURIComponent(id)}`,
  'semantic-branch': (id) => {
    const [namespace = '', ...branch] = id.split('/');
    const name = encodeURIComponent(branch.join('/'));
    return `/semantics/${encodeURIComponent(namespace)}/branches/${name}`;
  },
  work: (id) => `/operate/work/${encodeURIComponent(id)}`,
  'work-batch': (id) => `/operate/work/batches/${encodeURIComponent(id)}`,
  webhook: (id) => `/operate/webhooks/${encodeURIComponent(id)}`,
};

/** The page of what an event, an entry of the audit trail or a mail is about; undefined if it has none. */
export function subjectHref(kind: string, id: string): string | undefined {
  const collection = collections[kind];
  return collection === undefined ? pages[kind]?.(id) : documentHref(collection, id);
}
