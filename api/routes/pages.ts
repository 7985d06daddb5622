import { Type } from '@sinclair/typebox';
import { refuseUnknownDocument } from '../../commands/documents/refuse-unknown-document.ts';
import { checkDocumentId } from '../../domain/document-ids.ts';
import { definition } from '../../domain/kinds/definition.ts';
import { documentKinds } from '../../domain/kinds/index.ts';
import type { DocumentKind } from '../../domain/kinds/kind.ts';
import { definitionToOdcs } from '../../domain/semantics/definition-to-odcs.ts';
import type { JsonObject } from '../../lib/json.ts';
import { sendsKey } from '../authenticate.ts';
import { documentPage } from '../document-page.ts';
import { pagePath } from '../document-paths.ts';
import { acceptsOdcs, answerProperty } from '../odcs-answers.ts';
import { isOwnVanity } from '../own-vanity.ts';
import { prefersHtml, prefersYaml } from '../prefers-yaml.ts';
import { defineRoute } from '../route.ts';
import type { Answer, ApiRequest, Route } from '../route.ts';
import { answerPage, vary } from '../web-page.ts';
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
    handle: (request) => answerKind(kind, request, { id: request.params.id, vanity: undefined }),
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
      return answerKind(kind, request, { id, vanity: organization });
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
function answerKind(kind: DocumentKind, request: PageRequest, place: Place): Promise<Answer> {
  const { header } = request;
  if (sendsKey(header) && kind.name === definition.name && acceptsOdcs(header)) {
    return answerDefinition(request, place);
  }
  if (sendsKey(header) && !prefersHtml(header)) {
    const hasYaml = kind.yamlName !== undefined && prefersYaml(header);
    return answerDocument(kind, request, place, hasYaml ? 'yaml' : 'json');
  }
  return Promise.resolve(documentPageAnswer(kind, checkDocumentId(place.id, kind)));
}

const readRoutesOf = new Map(documentKinds.map((kind) => [kind, readRoutes(kind)]));

/** As the address below /api answers it. */
async function answerDocument(
  kind: DocumentKind,
  request: PageRequest,
  { id, vanity }: Place,
  representation: 'json' | 'yaml',
): Promise<Answer> {
  if (!(await isOwnVanity(request, vanity))) {
    refuseUnknownDocument(kind, id);
  }
  const [asJson, asYaml] = readRoutesOf.get(kind) ?? [];
  const route = representation === 'yaml' ? asYaml : asJson;
  if (!route) throw new Error(`a ${kind.title} has no ${representation}`);
  const answer = await route.handle({ ...request, params: { id }, query: {} } as never);
  return { ...answer, headers: { ...answer.headers, vary } };
}

/** As tools for data contracts ask for it. */
async function answerDefinition(request: PageRequest, place: Place): Promise<Answer> {
  const { headers, text, ...answer } = await answerDocument(definition, request, place, 'json');
  if (text === undefined) return { ...answer, headers: headers ?? {} };
  const { publicUrl } = request.services.settings;
  const url = documentPage(publicUrl, definition, place.id);
  const property = definitionToOdcs(JSON.parse(text) as JsonObject, url);
  return { ...answerProperty(request.header, property), headers: { vary } };
}

function documentPageAnswer(kind: DocumentKind, id: string): Answer {
  const api = `/api/${kind.collection}/${encodeURIComponent(id)}`;
  const addresses = [
    { what: 'as JSON', path: api },
    ...(kind.yamlName === undefined ? [] : [{ what: 'as YAML', path: `${api}/${kind.yamlName}` }]),
    { what: 'its revisions', path: `${api}/versions` },
  ];
  return answerPage(`${kind.title.charAt(0).toUpperCase()}${kind.title.slice(1)} ${id}`, addresses);
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
    return Promise.resolve(answerPage(`Access ${id}`, addresses));
  },
});

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
