import { counted } from '../lib/numbers.ts';

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

type KindWords = { title: string; one: string; lead: string; add: string };

/** Words of the kinds that have a list. */
export const listedTexts: Readonly<Record<string, KindWords>> = {
  definitions: {
    title: 'Definitions',
    one: 'definition',
    lead: 'A definition says once what a field means; fields of contracts take it over by a link.',
    add: 'New definition',
  },
  tags: {
    title: 'Tags',
    one: 'tag',
    lead: 'A tag groups products, contracts and assets.',
    add: 'New tag',
  },
  policies: {
    title: 'Policies',
    one: 'policy',
    lead: 'A policy says what everybody keeps, and may carry rules that Concordat judges.',
    add: 'New policy',
  },
  certifications: {
    title: 'Certifications',
    one: 'certification',
    lead: 'A certification is a promise about quality, shown by a tag.',
    add: 'New certification',
  },
  'classification-schemes': {
    title: 'Classifications',
    one: 'classification scheme',
    lead: 'A scheme lists the levels by which fields are classified.',
    add: 'New scheme',
  },
  sourcesystems: {
    title: 'Source systems',
    one: 'source system',
    lead: 'A source system is where data products take their data from.',
    add: 'New source system',
  },
  dataproductbuilders: {
    title: 'Builders',
    one: 'data product builder',
    lead: 'A builder is a plugin with which agents and people build data products.',
    add: 'New builder',
  },
  assets: { title: 'Assets', one: 'asset', lead: '', add: '' },
};

export const listTexts = {
  tabsLabel: 'Kinds of documents',
  search: (title: string) => `Search ${title.toLowerCase()}`,
  none: (title: string) => `No ${title.toLowerCase()} yet`,
  noneHint: 'They appear here as soon as somebody adds one.',
  total: (shown: number, total: number) => `${shown} of ${total}`,
  more: 'Show more',
  name: 'Name',
  description: 'Description',
  source: 'Source',
  columns: 'Columns',
  type: 'Type',
  onlyOrganization: 'Only Owners of the organization add these.',
  onlyEditors: 'Only people who may edit in some team add these.',
} as const;

export const usageTexts = {
  title: 'Where it is used',
  kind: 'Kind',
  name: 'Name',
  owner: 'Owner',
  none: 'Used nowhere yet',
  noneBy: {
    tags: 'No product, contract or asset carries this tag.',
    certifications: 'No product or contract carries the tag of this certification.',
    'classification-schemes': 'No contract has a field with one of these classifications.',
    definitions: 'No contract has a field that links this definition.',
    sourcesystems: 'No data product has an input port that reads this system.',
  },
  all: (count: number) => `All ${count}`,
  classifications: 'Classifications',
  level: 'Level',
} as const;

export const editTexts = {
  edit: 'Edit',
  delete: 'Delete',
  create: (one: string) => `Create ${one}`,
  newTitle: (one: string) => `New ${one}`,
  editTitle: (name: string) => `Edit ${name}`,
  id: 'Id',
  idHint: 'Part of its address. It cannot be changed later.',
  text: 'YAML',
  textHint: 'Comments and order are kept as you write them.',
  save: 'Save',
  discard: 'Discard',
  problems: (count: number) => counted(count, 'problem'),
  line: (line: number) => `Line ${line}`,
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteDetail: 'It leaves all lists and the search. Its versions stay in the history.',
  deleteAction: (one: string) => `Delete ${one}`,
  deleted: (name: string) => `${name} was deleted.`,
  changedMeanwhile: 'Somebody changed it meanwhile. It was not deleted; look at it again.',
} as const;
