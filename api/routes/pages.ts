import { Type } from '@sinclair/typebox';
import { getOrganizationProfile } from '../../db/tables/organizations.ts';
import { checkDocumentId } from '../../domain/document-ids.ts';
import { refuse } from '../../domain/errors.ts';
import { documentKinds } from '../../domain/kinds/index.ts';
import type { DocumentKind } from '../../domain/kinds/kind.ts';
import { sendsKey } from '../authenticate.ts';
import { pagePath } from '../document-paths.ts';
import { escapeHtml } from '../../lib/escape-html.ts';
import { prefersHtml, prefersYaml } from '../prefers-yaml.ts';
import { defineRoute } from '../route.ts';
import type { Answer, ApiRequest, Route } from '../route.ts';
import { readRoutes } from './document-reads.ts';

type PageRequest = ApiRequest<object, object>;
type Place = { id: string; vanity: string | undefined };

const answers = {
  200: {
    description:
      'A page that tells where the document is to be had; with a key, the document itself, as YAML where Accept asks for it',
    contentType: 'text/html',
  },
  304: { description: 'The client has it already' },
};

function pageRoute(kind: DocumentKind): Route {
  return defineRoute({
    method: 'GET',
    path: pagePath(kind),
    summary: `Web page of a ${kind.title}`,
    tag: 'pages',
    access: 'optional',
    params: Type.Object({ id: Type.String() }),
    query: Type.Object({}),
    answers,
    handle: (request) => answerPage(kind, request, { id: request.params.id, vanity: undefined }),
  });
}

const organizationParams = Type.Object({
  organization: Type.String({ description: 'Vanity name of the organization' }),
  id: Type.String(),
});

function organizationPageRoute(kind: DocumentKind): Route {
  return defineRoute({
    method: 'GET',
    path: `/:organization${pagePath(kind)}`,
    summary: `Web page of a ${kind.title} of an organization`,
    tag: 'pages',
    access: 'optional',
    params: organizationParams,
    query: Type.Object({}),
    answers,
    handle: (request) => {
      const { id, organization } = request.params;
      return answerPage(kind, request, { id, vanity: organization });
    },
  });
}

function organizationYamlRoute(kind: DocumentKind, yamlName: string): Route {
  return defineRoute({
    method: 'GET',
    path: `/:organization${pagePath(kind)}/${yamlName}`,
    summary: `Get a ${kind.title} of an organization as YAML`,
    tag: 'pages',
    access: 'key',
    params: organizationParams,
    query: Type.Object({}),
    answers: {
      200: { description: 'As at its address below /api', contentType: 'application/yaml' },
      304: { description: 'The client has it already' },
    },
    handle: (request) => {
      const { id, organization } = request.params;
      return answerDocument(kind, request, { id, vanity: organization }, 'yaml');
    },
  });
}

/** Without a key it answers alike whether the document exists or not. */
function answerPage(kind: DocumentKind, request: PageRequest, place: Place): Promise<Answer> {
  const { header } = request;
  if (sendsKey(header) && !prefersHtml(header)) {
    const hasYaml = kind.yamlName !== undefined && prefersYaml(header);
    return answerDocument(kind, request, place, hasYaml ? 'yaml' : 'json');
  }
  return Promise.resolve(answerText(documentPageText(kind, checkDocumentId(place.id, kind))));
}

function answerText(text: string): Answer {
  return {
    status: 200,
    text,
    contentType: 'text/html; charset=utf-8',
    headers: { vary, 'content-security-policy': pagePolicy },
  };
}

const vary = 'accept, x-api-key, authorization';

/** The style of the page stands in it; nothing else is loaded, and nothing runs. */
const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const readRoutesOf = new Map(documentKinds.map((kind) => [kind, readRoutes(kind)]));

/** As the address below /api answers it. */
async function answerDocument(
  kind: DocumentKind,
  request: PageRequest,
  { id, vanity }: Place,
  representation: 'json' | 'yaml',
): Promise<Answer> {
  const { principal, services } = request;
  const { knex } = services.database;
  const isOwn =
    vanity === undefined ||
    (await getOrganizationProfile(knex, principal.organizationId)).vanity === vanity;
  if (!isOwn) refuse('not_found', `There is no ${kind.title} with the id '${id}'.`);
  const [asJson, asYaml] = readRoutesOf.get(kind) ?? [];
  const route = representation === 'yaml' ? asYaml : asJson;
  if (!route) throw new Error(`a ${kind.title} has no ${representation}`);
  const answer = await route.handle({ ...request, params: { id }, query: {} } as never);
  return { ...answer, headers: { ...answer.headers, vary } };
}

function documentPageText(kind: DocumentKind, id: string): string {
  const api = `/api/${kind.collection}/${encodeURIComponent(id)}`;
  const addresses = [
    { what: 'as JSON', path: api },
    ...(kind.yamlName === undefined ? [] : [{ what: 'as YAML', path: `${api}/${kind.yamlName}` }]),
    { what: 'its revisions', path: `${api}/versions` },
  ];
  return page(`${kind.title.charAt(0).toUpperCase()}${kind.title.slice(1)} ${id}`, addresses);
}

/** The page of an access, which is no document. */
const accessPageRoute = defineRoute({
  method: 'GET',
  path: '/access/:id',
  summary: 'Web page of an access',
  tag: 'pages',
  access: 'public',
  params: Type.Object({ id: Type.String() }),
  query: Type.Object({}),
  answers: { 200: { description: 'Where it is to be had', contentType: 'text/html' } },
  handle: ({ params }) => {
    const id = checkDocumentId(params.id);
    const api = `/api/access/${encodeURIComponent(id)}`;
    const addresses = [
      { what: 'as JSON', path: api },
      { what: 'what was reported of its provisioning', path: `${api}/provisioning/reports` },
    ];
    return Promise.resolve(answerText(page(`Access ${id}`, addresses)));
  },
});

function page(title: string, addresses: readonly { what: string; path: string }[]): string {
  const items = addresses.map(
    ({ what, path }) =>
      `<li>${what}: <a href="${escapeHtml(path)}"><code>${escapeHtml(path)}</code></a></li>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} – Concordat</title>
<style>
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 44rem; margin: 4rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; overflow-wrap: anywhere; }
code { overflow-wrap: anywhere; }
:root { color-scheme: light dark; }
</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
<p>Its data is read through the API, with an API key in the header <code>x-api-key</code>:</p>
<ul>
${items.join('\n')}
</ul>
<p><a href="/docs">All operations of the API</a></p>
</body>
</html>
`;
}

const documentPageRoutes = documentKinds.flatMap((kind) => [
  pageRoute(kind),
  // The longer path first: an id that may hold `/` would take it for its own.
  ...(kind.yamlName === undefined ? [] : [organizationYamlRoute(kind, kind.yamlName)]),
  organizationPageRoute(kind),
]);

/**
 * The addresses that `location-html` names, and those below an organization's name that users of data contract tools know.
 * They stand behind all other routes, which therefore need not look at them.
 */
export const pageRoutes: readonly Route[] = [accessPageRoute, ...documentPageRoutes];
