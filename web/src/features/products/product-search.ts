/** The parts of the page of a product; the first one is its address without a part. */
export const productTabs = [
  'overview',
  'ports',
  'quality',
  'lineage',
  'consumers',
  'usage',
  'example',
  'costs',
  'git',
  'history',
] as const;

export type ProductTab = (typeof productTabs)[number];

/** The tab of an address; undefined for a part that products do not have. */
export function tabOf(part: string | undefined): ProductTab | undefined {
  return productTabs.find((tab) => tab === (part ?? 'overview'));
}

/** What the address of a product holds besides its tab. */
export type ProductSearch = {
  /** The port that the sheet asks for. */
  request?: string;
  /** Graph or table of the lineage; table or one row of example data. */
  view?: 'graph' | 'table' | 'row';
  steps?: number;
  /** What the uses are grouped by. */
  by?: (typeof groups)[number];
  /** Access that is reassessed, or ended. */
  access?: string;
  end?: true;
  /** Example data. */
  example?: string;
  row?: number;
};

const groups = ['team', 'user', 'outputPort', 'day'] as const;

const views = ['graph', 'table', 'row'] as const;

/** Reads the address; what it does not know is dropped. */
export function readProductSearch(search: Record<string, unknown>): ProductSearch {
  const { request, view, steps, by, example, row, access, end } = search;
  const knownView = views.find((each) => each === view);
  const knownGroup = groups.find((each) => each === by);
  return {
    ...(isText(request) && { request: String(request) }),
    ...(knownView !== undefined && { view: knownView }),
    ...(isCount(steps, 5) && { steps }),
    ...(knownGroup !== undefined && { by: knownGroup }),
    ...(isText(access) && { access: String(access) }),
    ...(end === true && { end }),
    ...(isText(example) && { example: String(example) }),
    ...(isCount(row, 100_000) && { row }),
  };
}

/** An id of digits arrives as a number. */
const isText = (value: unknown): value is string | number =>
  (typeof value === 'string' && value !== '') || typeof value === 'number';

const isCount = (value: unknown, max: number): value is number =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= max;
