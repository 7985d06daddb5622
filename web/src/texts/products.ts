/** Words of data products and their ports. */
export const productTexts = {
  tabs: {
    overview: 'Overview',
    ports: 'Ports',
    quality: 'Quality',
    lineage: 'Lineage',
    consumers: 'Consumers',
    usage: 'Usage',
    example: 'Example data',
    costs: 'Costs',
    git: 'Git',
    history: 'History',
  },
  tabsLabel: 'Parts of the data product',
  begins: (day: string) => `Begins ${day}`,
  requested: 'Requested',
  period: (start: string | undefined, end: string | undefined) => {
    if (start === undefined) return end === undefined ? 'Without an end' : `Until ${end}`;
    return end === undefined ? `Since ${start}, without an end` : `Since ${start}, until ${end}`;
  },
  /** An access that has not begun. */
  comingPeriod: (start: string, end: string | undefined) =>
    end === undefined ? `From ${start}, without an end` : `From ${start}, until ${end}`,
  usage: 'How to use it',
  limitations: 'Limitations',
  noDescription: 'The owner has not described this data product yet.',
  details: 'Details',
  domain: 'Domain',
  links: 'Links',
  outputPorts: 'Output ports',
  inputPorts: 'Input ports',
  noPorts: 'No output ports',
  noPortsHint: 'This data product offers no data yet. Its owner adds an output port to offer some.',
  noContract: 'No contract: nothing is promised about this data.',
  request: 'Request access',
  requestAnother: 'Request for another team',
  choosePort: 'Choose a port',
  renew: 'Renew access',
  openRequest: 'Open the request',
  openAccess: 'Open the access',
  seeWhy: 'See why it failed',
  open: (name: string) => `Open ${name}`,
  stateWith: (team: string, port: string) => `${team}: ${port}`,
  you: 'You',
  actionHint: {
    none: (team: string) => `${team} decides about requests.`,
    rejected: 'The last request was declined. You can ask again.',
  },
  star: 'Star',
  starred: 'Starred',
  follow: 'Follow',
  following: 'Following',
  followed: (name: string) => `You follow ${name}. You get notices of changes and failing tests.`,
  unfollowed: (name: string) => `You no longer follow ${name}.`,
  owner: 'Owner',
  noOwner: 'No team owns this data product.',
  promise: 'Keeps its promise?',
  noTests: 'This data has not been tested yet.',
  noDrift: 'No table differs from its contract.',
  usedBy: 'Used by',
  usedByNobody: 'No consumers yet.',
  teamsAndAccesses: (consumers: number, accesses: number) =>
    `${consumers} ${consumers === 1 ? 'consumer' : 'consumers'}, ${accesses} ${accesses === 1 ? 'access' : 'accesses'}`,
  history: 'History',
  revision: (revision: number) => `Revision ${revision}`,
  created: 'Created',
  changedDocument: 'Changed',
  deleted: 'Deleted',
  by: (name: string) => `by ${name}`,
  somebody: 'somebody',
  showDocument: 'Show the document',
  hideDocument: 'Hide the document',
} as const;

/** Words of the costs of a product. */
export const costTexts = {
  none: 'No costs reported',
  noneHint: 'Costs appear here as soon as somebody reports them with POST /api/costs.',
  in: (currency: string) => `Costs in ${currency}`,
  cost: 'Cost',
  total: 'Total',
  estimated: 'estimated',
  month: (yearMonth: string) =>
    yearMonth === ''
      ? 'Without a month'
      : new Date(`${yearMonth}-01T00:00:00Z`).toLocaleDateString('en', {
          month: 'short',
          year: 'numeric',
          timeZone: 'UTC',
        }),
  first: (count: number) => `The first ${count} reported costs are shown.`,
} as const;

/** Words of the test results of a product. */
export const qualityTexts = {
  neverTitle: 'Never tested',
  neverHint:
    'The contracts of this data product have not been tested yet. Run a test on the page of a contract.',
  port: 'Port',
  contract: 'Contract',
  server: 'Server',
  result: 'Result',
  checks: 'Checks',
  when: 'Tested',
  last30: 'Last 30 days',
  allPass: (count: number) => (count === 1 ? '1 check passes' : `All ${count} checks pass`),
  fail: (failed: number, all: number) => `${failed} of ${all} checks fail`,
  failOn: (failed: number, all: number, server: string) =>
    `${failed} of ${all} checks fail on ${server}`,
  passOn: (server: string) => `${server} passes`,
  failShort: (failed: number) => `${failed} fail`,
  notTested: 'Not tested yet',
  driftTitle: 'Drift: how the tables differ from the contract',
} as const;

/** Words of the drift of tables. */
export const driftWords: Readonly<Record<string, string>> = {
  asset_gone: 'The table is gone',
  schema_missing: 'The schema is missing',
  column_missing: 'The column is missing',
  column_added: 'The column is not in the contract',
  type_changed: 'The type differs',
  nullable: 'The column allows empty values',
};

/** Words of the lineage. */
export const lineageTexts = {
  graph: 'Graph',
  table: 'Table',
  view: 'View',
  steps: 'Steps',
  stepsOf: (steps: number) => (steps === 1 ? '1 step' : `${steps} steps`),
  alone: 'No lineage yet',
  aloneHint:
    'This product reads no other product, and no other product reads this one. Lineage comes from the input ports of products.',
  truncated: 'Only the nearest 300 are shown.',
  hidden: (count: number) => `${count} more`,
  from: 'From',
  to: 'To',
  contracts: 'Contracts',
  here: 'This data product',
  kinds: { 'data-product': 'Data product', 'source-system': 'Source system', asset: 'Asset' },
  describe: (count: number) => `Graph of ${count} products and systems; the table lists the same.`,
} as const;

/** Words of the consumers. */
export const consumerTexts = {
  consumer: 'Consumer',
  port: 'Port',
  state: 'State',
  purpose: 'Purpose',
  period: 'Period',
  none: 'No consumers yet',
  noneHint: 'This data has not been requested yet. Requests appear here.',
  person: 'Person',
  team: 'Team',
  product: 'Data product',
  first: (count: number) => `The first ${count} are shown.`,
} as const;

/** Words of example data. */
export const exampleTexts = {
  none: 'No example data',
  noneHint: 'The owner can put some rows here, so that readers see what the data looks like.',
  rows: (shown: number, all: number) => (shown < all ? `${shown} of ${all} rows` : `${all} rows`),
  object: 'One object',
  more: 'Show more rows',
  table: 'Table',
  oneRow: 'One row',
  view: 'View',
  row: (index: number, all: number) => `Row ${index} of ${all}`,
  previous: 'Previous row',
  next: 'Next row',
  empty: 'empty',
  field: 'Field',
  value: 'Value',
  schemas: 'Schemas',
} as const;

/** Words of a port. */
export const portTexts = {
  connection: 'Connection',
  noServers: 'The contract names no server. Ask the owner how to connect.',
  noCredentials: 'Your user and password come with the access; they are not shown here.',
  server: 'Server',
  contract: 'Contract',
  pinned: 'Pinned by your access',
  portVersion: 'Version of the port',
  latest: 'Latest',
  isLatest: 'Your access has the latest version of the contract.',
  behind: (pinned: string, latest: string) =>
    `Your access was granted for version ${pinned}. The contract now has version ${latest}.`,
  changesSince: 'Changes since then',
  noChanges: 'No change of the contract is recorded.',
  accessAndRequests: 'Access and requests',
  missing: (name: string) => `This data product has no port ${name}.`,
  missingHint: 'It was renamed or removed. These ports exist:',
  copy: 'Copy',
  connectionOf: (server: string) => `Connection to ${server}`,
} as const;
