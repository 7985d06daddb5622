import { counted, countText } from '../../lib/numbers.ts';

/** Words of the home of those who own data. */
export const studioTexts = {
  title: 'Studio',
  waiting: (value: number) =>
    value === 1 ? '1 thing waits for you' : `${countText(value)} things wait for you`,
  nothing: 'Nothing waits for you',
  nothingDetail: 'No test fails, no request is open, and no rule is broken.',
  nothingOfTeam: 'Nothing waits for this team',
  list: 'What waits, the most harmful first',
  team: 'Team',
  allTeams: 'All my teams',
  everyTeam: 'All teams',
  more: (shown: number, total: number) =>
    `The first ${countText(shown)} of ${countText(total)}. The others appear as these are done.`,
  test: (name: string, server: string | null) => (server === null ? name : `${name} on ${server}`),
  testFails: (failed: number, checks: number) =>
    `${countText(failed)} of ${counted(checks, 'check')} fail`,
  testError: 'could not be tested',
  since: (day: string) => `since ${day}`,
  requests: (value: number) => counted(value, 'request'),
  proposedBy: (name: string | null) =>
    name === null ? 'Change proposed' : `Change proposed by ${name}`,
  newProduct: 'New product',
  newContract: 'New contract',
  wantAccess: 'Access to its data',
  oldest: 'the oldest ',
  drift: (value: number) =>
    value === 1
      ? '1 table differs from its contract'
      : `${countText(value)} tables differ from their contracts`,
  conflict: (branch: string, namespace: string) => `${branch} → ${namespace}`,
  conflicts: (value: number) => counted(value, 'conflict'),
  findings: (errors: number, warnings: number) =>
    errors === 0
      ? `${counted(warnings, 'rule')} with a warning`
      : `${counted(errors, 'rule')} broken`,
  reassess: (consumer: string, data: string) => `${consumer} → ${data}`,
  reassessBy: (day: string) => `Reassess by ${day}`,
  alert: 'The grant is not as agreed',
  look: 'Look',
  decide: 'Decide',
  resolve: 'Resolve',
  mend: 'Mend',
  doReassess: 'Reassess',
  products: 'My products',
  noProducts: 'No data product yet',
  noProductsDetail: 'Data products that your teams own are listed here.',
  moreProducts: 'Load more',
  columns: {
    product: 'Product',
    state: 'State',
    checks: 'Checks',
    consumers: 'Consumers',
    requests: 'Requests',
    drift: 'Drift',
    rules: 'Rules',
  },
  failing: (failed: number, checks: number) => `${countText(failed)} of ${countText(checks)}`,
  passing: (checks: number) => `${countText(checks)} pass`,
  none: '–',
} as const;
