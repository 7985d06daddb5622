import { portTypeName } from './port-types.ts';

/** The name of a type like `postgres_table`; others are their own names. */
export function assetTypeName(type: string): string {
  const [source = '', ...words] = type.split('_');
  const kind = words.join(' ');
  if (kind === '') return type;
  const name = source === 'files' ? kind : `${portTypeName(source)} ${kind}`;
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Words of the list of assets. */
export const assetListTexts = {
  title: 'Assets',
  lead: 'Tables, files and topics that integrations have found.',
  search: 'Search assets',
  results: 'Assets',
  name: 'Name',
  type: 'Type',
  owner: 'Owner',
  changed: 'Changed',
  facets: { type: 'Type', integration: 'Integration', team: 'Team' },
  none: 'No assets yet',
  noneHint: 'Integrations add them when they scan a platform.',
  shown: (shown: string, total: string) => `1–${shown} of ${total}`,
} as const;

/** Words of the parts of an asset. */
export const assetTexts = {
  columns: 'Columns',
  column: 'Column',
  type: 'Type',
  description: 'Description',
  required: 'required',
  key: 'key',
  noColumns: 'No columns',
  noColumnsHint: 'The integration found none, as in a folder or a file without a schema.',
  drift: 'Differences from contracts',
  noDrift: 'No difference',
  noDriftHint: 'It is as the contracts of its output ports say, or no port uses it.',
  contract: 'Contract',
  difference: 'Difference',
  since: 'Since',
  expectedActual: (expected: string, actual: string) => `${expected} → ${actual}`,
  lineage: 'Lineage',
  view: 'View',
  graph: 'Graph',
  table: 'Table',
  aloneHint: 'No other known asset feeds this one, and this one feeds no other.',
  usedBy: 'Data products with this asset',
  product: 'Data product',
  port: 'Output port',
  wholeProduct: 'the whole product',
  noProducts: 'In no data product yet',
  noProductsHint: 'Assign it to a product, so that people find what it belongs to.',
  assign: 'Assign to a product',
  onlyEditors: 'Only people who may edit a data product assign assets to it.',
  assignSearch: 'Search data products',
  assignNone: 'No data product matches.',
  assigned: (name: string) => `Assigned to ${name}.`,
  unassign: 'Remove',
  unassignLabel: (name: string) => `Remove the assignment to ${name}`,
  unassigned: (name: string) => `No longer assigned to ${name}.`,
  tags: 'Tags',
  noTags: 'No tags',
  addTag: 'Add a tag',
  tagSearch: 'Search tags',
  tagNone: 'No tag matches.',
  tagAdded: (name: string) => `Tag ${name} added.`,
  tagRemoved: (name: string) => `Tag ${name} removed.`,
  removeTag: (name: string) => `Remove the tag ${name}`,
  add: 'Add',
  close: 'Close',
} as const;
