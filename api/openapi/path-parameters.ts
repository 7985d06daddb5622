type Described = { description?: string; example?: string };

/** What the segment before an id names, and an example of such an id. */
const resources: Readonly<Record<string, readonly [noun: string, example: string]>> = {
  teams: ['team', 'checkout'],
  datacontracts: ['data contract', 'orders'],
  dataproducts: ['data product', 'web-shop'],
  definitions: ['definition', 'sales/order-number'],
  sourcesystems: ['source system', 'shop-database'],
  dataproductbuilders: ['data product builder', 'dbt'],
  tags: ['tag', 'sales/orders'],
  certifications: ['certification', 'gold'],
  policies: ['policy', 'GLOBAL-1'],
  'classification-schemes': ['classification scheme', 'confidentiality'],
  assets: ['asset', 'shop.public.orders'],
  connectors: ['connector', 'databricks-production'],
  'example-data': ['example data entry', 'orders-example'],
  access: ['access', '640864de-83d4-4619-afba-ccee8037ed3a'],
  alerts: ['alert', '01890a5d-ac96-774b-bcce-b302099a8057'],
  'change-requests': ['change request', '0190a5d2-ac96-774b-bcce-b302099a8057'],
  costs: ['cost', '01890a5d-ac96-774b-bcce-b302099a8057'],
  'test-runs': ['test run', '01890a5d-ac96-774b-bcce-b302099a8057'],
  'test-results': ['test results', '0190a5d2-ac96-774b-bcce-b302099a8057'],
  integrations: ['integration', 'warehouse'],
  runs: ['run', '01890a5d-ac96-774b-bcce-b302099a8057'],
  checks: ['check', '01890a5d-ac96-774b-bcce-b302099a8057'],
  events: ['event', '018d5f2e-7c3a-7b1e-9f00-2c6a4d8e1b57'],
  webhooks: ['webhook', 'audit'],
  replays: ['replay', '01890a5d-ac96-774b-bcce-b302099a8057'],
  deliveries: ['delivery', '01890a5d-ac96-774b-bcce-b302099a8057'],
  connections: ['connection', 'shop'],
  'notification-channels': ['notification channel', 'chat'],
  notifications: ['mail or chat message', '01890a5d-ac96-774b-bcce-b302099a8057'],
  'api-keys': ['API key', 'aB3dE6gH'],
  keys: ['API key', '01890a5d-ac96-774b-bcce-b302099a8057'],
  people: ['person', '01890a5d-ac96-774b-bcce-b302099a8057'],
  sandbox: ['sandbox', '01890a5d-ac96-774b-bcce-b302099a8057'],
  tokens: ['token', 'xgQQXg3hrtjh7AvZ'],
  work: ['work', '01890a5d-ac96-774b-bcce-b302099a8057'],
  concepts: ['concept', 'order'],
  relationships: ['relationship', 'order.placed by'],
  contacts: ['contact', 'WAz8eIbvDR60rouK'],
  messages: ['message', 'xgQQXg3hrtjh7AvZ'],
  conversations: ['conversation', 'xgQQXg3hrtjh7AvZ'],
  groups: ['group', 'xgQQXg3hrtjh7AvZ'],
  attachments: ['attachment', 'xgQQXg3hrtjh7AvZ'],
  outputports: ['output port, or its name if it has no id', 'orders'],
  'assigned-tags': ['tag', 'sales/orders'],
  assignments: ['data product', 'web-shop'],
  'git-runs': ['pull, push or look', '01890a5d-ac96-774b-bcce-b302099a8057'],
  'git-webhooks': ['webhook of a Git host', '01890a5d-ac96-774b-bcce-b302099a8057'],
  'git-imports': ['Git import', '01890a5d-ac96-774b-bcce-b302099a8057'],
  gitcredentials: ['Git credential', '01890a5d-ac96-774b-bcce-b302099a8057'],
};

/** Parameters that are no ids of what the segment before them names. */
const named: Readonly<Record<string, Required<Described>>> = {
  namespace: { description: 'Name of the namespace', example: 'sales' },
  branch: {
    description: 'Name of the branch; `/` is encoded as `%2F`',
    example: 'feature/new-terms',
  },
  emailAddress: { description: 'E-mail address of the person', example: 'ada@example.com' },
  version: { description: 'Version of the standard', example: '3.1.0' },
  resourceType: { description: 'User or Group', example: 'User' },
  schemaId: {
    description: 'URN of the schema',
    example: 'urn:ietf:params:scim:schemas:core:2.0:User',
  },
};

/** The description and an example of a parameter of a path; an id behind another id is that of an output port. */
export function describePathParameter(path: string, name: string): Described {
  if (named[name]) return named[name];
  const segments = path.split('/');
  const before = segments[segments.findIndex((segment) => segment.slice(1) === name) - 1] ?? '';
  const { [before.startsWith(':') ? 'outputports' : before]: resource } = resources;
  if (!resource) return {};
  const [noun, example] = resource;
  return { description: `Id of the ${noun}`, example };
}
