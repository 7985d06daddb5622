import type { RefusalCode } from '../../domain/errors.ts';
import { isOauthPath, isScimPath, mcpPath } from '../api-paths.ts';
import { sessionCookie } from '../auth/session-cookie.ts';
import { meaningOfCode, statusOfCode } from '../http/errors/error-codes.ts';
import { oauthErrorSchema, oauthStatus } from '../http/errors/oauth-errors.ts';
import { rpcErrorSchema } from '../http/errors/rpc-errors.ts';
import { scimErrorSchema, scimStatus, scimType } from '../http/errors/scim-error.ts';
import { operationName } from '../operation-name.ts';
import type { Route } from '../route.ts';
import { eventSchemas } from '../schemas/events/cloud-event.ts';
import { problemSchema, problemWith } from '../schemas/problem.ts';
import { eventUnion } from './event-union.ts';
import type { ErrorForm, Interface } from './interface.ts';

const conventions =
  'Errors are `application/problem+json` (RFC 9457): `code` is one of a closed list, `detail` says what is wrong and what to change. Every answer has the header `x-request-id`, which is also in the logs.';

/** The name of a shared error lists its codes; longer lists are described where they occur. */
const maxNamedCodes = 3;

/** Both interfaces of the catalog answer errors in the same way. */
const problems = {
  error: { schema: problemSchema, contentType: 'application/problem+json' },
  statusOf: statusOfCode,
  errorOf: (_status: number, codes: readonly RefusalCode[]) => ({
    name:
      codes.length > maxNamedCodes
        ? undefined
        : codes.map((code) => operationName('', code.replaceAll('_', ' '))).join('Or'),
    description: codes.map((code) => `\`${code}\`: ${meaningOfCode(code)}`).join('. '),
    schema: problemWith(codes),
  }),
};

/** Errors without a closed list of codes in their bodies. */
const plainErrors = (
  error: ErrorForm['error'],
  statusOf: ErrorForm['statusOf'] = statusOfCode,
): ErrorForm => ({
  error,
  statusOf,
  errorOf: (_status, codes) => ({
    name: undefined,
    description: codes.map(meaningOfCode).join('. '),
    schema: error.schema,
  }),
});

const json = 'application/json';
/** SCIM, OAuth and JSON-RPC answer errors as their standards prescribe. */
const scimErrors = plainErrors({ schema: scimErrorSchema, contentType: scimType }, scimStatus);
const oauthErrors = plainErrors({ schema: oauthErrorSchema, contentType: json }, oauthStatus);
const rpcErrors = plainErrors({ schema: rpcErrorSchema, contentType: json });

function errorsOf({ path }: Pick<Route, 'path'>): ErrorForm {
  if (path === mcpPath) return rpcErrors;
  if (isOauthPath(path)) return oauthErrors;
  return isScimPath(path) ? scimErrors : problems;
}

const tags = {
  teams: 'Teams and domains in a tree, with members, connections and notification channels',
  datacontracts: 'Data contracts in ODCS, as JSON or YAML, with their changes',
  dataproducts: 'Data products in ODPS, with ports, stars and findings',
  'change requests': 'Proposed changes of data contracts and data products, and decisions on them',
  definitions: 'Definitions of terms that contracts refer to',
  sourcesystems: 'Systems in which data originates',
  dataproductbuilders: 'Plugins that build data products',
  tags: 'Tags of resources and assets',
  certifications: 'Certifications that products can have',
  policies: 'Policies of the organization',
  'classification-schemes': 'Levels of protection of data',
  assets: 'Tables, files, topics and other assets, with tags, assignments and lineage',
  connectors: 'Programs that synchronize the catalog with platforms',
  'example-data': 'Example rows of output ports',
  costs: 'Costs of data products',
  lineage: 'Events of OpenLineage, and the graph of datasets and jobs that they describe',

  usage: 'Who used which data product how often, from spans of OpenTelemetry',
  access: 'Accesses of consumers to output ports: requests, decisions, provisioning and drift',
  'contract branches': 'Drafts of data contracts that are tested, compared and merged',
  'contract tests': 'Tests of contracts on real data, their runs and schedules',
  'code generation': 'Code generated from contracts',
  integrations: 'Integrations with platforms that are scanned for assets, and their runs',
  'test results': 'Results of contract tests, also of tests that were run elsewhere',
  git: 'Runs of connections with files in Git',
  semantics: 'Ontologies with branches that merge, their concepts, and links to them',
  bulk: 'Export and import of all documents',
  scim: 'Users and groups that identity providers write (SCIM 2.0, RFC 7643 and 7644)',
  events: 'The feed of everything that changes',
  webhooks: 'Webhooks that receive the events of the feed, and their deliveries',
  organization: 'Settings, features and members of the organization',
  settings: 'Team roles, customization, scores, types of data products, and texts of mails',
  permissions: 'Explanations of permissions',
  'api keys': 'API keys of the organization, of teams and of people',
  messaging: 'Contacts and tokens for the messaging interface below /v1',
  schemas: 'JSON Schemas of the standards, with the rules of the organization',
  search: 'Search over everything that the key may see',
  sandbox: 'Fake accesses on which provisioning components are tried',
  agents: 'The MCP server, and OAuth for its clients',
  operations: 'Background work, notifications and metrics, for operators',
  health: 'Probes of the process',
  meta: 'Descriptions of this interface',
  'web ui': 'Sign-in, sessions and integrations, for the web UI',
};

/** The interface of the catalog: everything but pages and the routes of the web UI. */
export function catalogInterface(eventTypePrefix: string): Interface {
  const union = eventUnion(eventTypePrefix);
  return {
    title: 'Concordat',
    description: `Catalog and governance service for data. ${conventions}`,
    tags,
    ...problems,
    errorsOf,
    further: [union, ...eventSchemas],
    securitySchemes: {
      apiKey: {
        type: 'apiKey',
        in: 'header',
        name: 'x-api-key',
        description: 'Key of the organization, of a team or of a person',
      },
      bearer: { type: 'http', scheme: 'bearer', description: 'The same key as a bearer token' },
      oauth: {
        type: 'oauth2',
        description: 'Access token of an agent, for /mcp only',
        flows: {
          authorizationCode: {
            authorizationUrl: '/oauth/authorize',
            tokenUrl: '/oauth/token',
            refreshUrl: '/oauth/token',
            scopes: {},
          },
        },
      },
    },
  };
}

/** The interface of the web UI, which is not public: its routes take sessions. */
export const uiInterface: Interface = {
  title: 'Concordat web UI',
  description: `Routes for the web UI of Concordat. They may change with every version. Every path below \`/api\` of openapi.json exists below \`/ui/api\`, too: GET /ui/api/teams is GET /api/teams with the session in place of a key; changes need \`x-requested-with: concordat\` or an Origin of this service. ${conventions}`,
  tags,
  ...problems,
  further: [],
  securitySchemes: {
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: sessionCookie,
      description: 'Session of a person who has signed in',
    },
  },
};

/** True if the route is a part of the public interface: no page, and no route of the web UI. */
export function isPublicRoute(route: Route): boolean {
  return route.tag !== 'pages' && !route.hidden && !isUiRoute(route);
}

/** True if the route is for the web UI only, or describes its routes. */
export function isUiRoute({ path }: Route): boolean {
  return path.startsWith('/ui/') || path.startsWith('/openapi-ui.');
}
