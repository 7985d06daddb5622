/** Words of the pages of documents without a page made for their kind. */
export const documentTexts = {
  stored: 'The document',
  owner: 'Owner',
  type: 'Type',
  status: 'Status',
  product: 'Data product',
  contract: 'Data contract',
  criteria: 'Criteria',
} as const;
