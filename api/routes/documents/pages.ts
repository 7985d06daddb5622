import { Type } from '@sinclair/typebox';
import { checkDocumentId } from '../../../domain/validation/document-ids.ts';
import { definition } from '../../../domain/kinds/definition.ts';
import { documentKinds } from '../../../domain/kinds/index.ts';
import type { DocumentKind } from '../../../domain/kinds/kind.ts';
import { definitionToOdcs } from '../../../domain/semantics/definition-to-odcs.ts';
import type { JsonObject } from '../../../lib/json/json.ts';
import { sendsKey } from '../../auth/authenticate.ts';
import { withArticle } from '../../present/documents/with-article.ts';
import { documentPage } from '../../present/documents/document-page.ts';
import { pagePath } from '../../present/documents/document-paths.ts';
import { acceptsOdcs, answerProperty } from '../../present/documents/odcs-answers.ts';
import { assertOwnVanity } from '../../present/own-vanity.ts';
import { prefersHtml, prefersYaml } from '../../http/prefers-yaml.ts';
import { operationName } from '../../operation-name.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import type { Answer, ApiRequest } from '../../exchange.ts';
import { answerPage, vary } from '../../present/web-page.ts';
import { answerJson, answerYaml } from './document-reads.ts';

type PageRequest = ApiRequest<object, object>;
type PageTarget = { id: string; vanity: string | undefined };

const answers = {
  200: {
    description:
      'A page with links to the document; with a key, the document itself, as YAML if Accept asks for it',
    contentType: 'text/html',
  },
  304: { description: 'The client already has the current version' },
};

function pageRoute(kind: DocumentKind): Route {
  return defineRoute({
    method: 'GET',
    path: pagePath(kind),
    name: `${operationName('get', kind.title)}Page`,
    summary: `Get the web page of ${withArticle(kind.title)}`,
    tag: 'pages',
    sends: ['vary'],
    access: 'optional',
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
    name: `${operationName('getOrganization', kind.title)}Page`,
    summary: `Get the web page of ${withArticle(kind.title)} of an organization`,
    tag: 'pages',
    sends: ['vary'],
    access: 'optional',
    params: organizationParams,
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
    name: `${operationName('getOrganization', kind.title)}AsYaml`,
    summary: `Get ${withArticle(kind.title)} of an organization as YAML`,
    tag: 'pages',
    sends: ['vary'],
    params: organizationParams,
    answers: {
      200: { description: 'As at its address below /api', contentType: 'application/yaml' },
      304: { description: 'The client already has the current version' },
    },
    handle: (request) => {
      const { id, organization } = request.params;
      return answerDocument(kind, request, { id, vanity: organization }, 'yaml');
    },
  });
}

/** Clients append the name of the YAML view to the address in `location-html`. */
function yamlRoute(kind: DocumentKind, yamlName: string): Route {
  return defineRoute({
    method: 'GET',
    path: `${pagePath(kind)}/${yamlName}`,
    name: `${operationName('get', kind.title)}AsYaml`,
    summary: `Get ${withArticle(kind.title)} as YAML, below its web page`,
    tag: 'pages',
    sends: ['vary'],
    params: Type.Object({ id: Type.String() }),
    answers: {
      200: { description: 'As at its address below /api', contentType: 'application/yaml' },
      304: { description: 'The client already has the current version' },
    },
    handle: (request) =>
      answerDocument(kind, request, { id: request.params.id, vanity: undefined }, 'yaml'),
  });
}

/** Without a key, the answer does not reveal whether the document exists. */
function answerKind(kind: DocumentKind, request: PageRequest, target: PageTarget): Promise<Answer> {
  const { header } = request;
  if (sendsKey(header) && kind.name === definition.name && acceptsOdcs(header)) {
    return answerDefinition(request, target);
  }
  if (sendsKey(header) && !prefersHtml(header)) {
    const hasYaml = kind.yamlName !== undefined && prefersYaml(header);
    return answerDocument(kind, request, target, hasYaml ? 'yaml' : 'json');
  }
  return Promise.resolve(documentPageAnswer(kind, checkDocumentId(target.id, kind)));
}

/** Answers like the corresponding path below /api. */
async function answerDocument(
  kind: DocumentKind,
  request: PageRequest,
  { id, vanity }: PageTarget,
  representation: 'json' | 'yaml',
): Promise<Answer> {
  await assertOwnVanity(request, vanity);
  const read = representation === 'yaml' ? answerYaml : answerJson;
  const answer = await read(kind, { ...request, params: { id }, query: {} });
  return { ...answer, headers: { ...answer.headers, vary } };
}

/** Answers with an ODCS property, as data contract tools expect it. */
async function answerDefinition(request: PageRequest, target: PageTarget): Promise<Answer> {
  const { headers, text, ...answer } = await answerDocument(definition, request, target, 'json');
  if (text === undefined) return { ...answer, headers: headers ?? {} };
  const { publicUrl } = request.services.settings;
  const url = documentPage(publicUrl, definition, target.id);
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

/** The page of an access, which is not a document. */
const accessPageRoute = defineRoute({
  method: 'GET',
  path: '/access/:id',
  name: 'getAccessPage',
  summary: 'Get the web page of an access',
  tag: 'pages',
  sends: ['vary'],
  access: 'public',
  answers: { 200: { description: 'A page with links to the resource', contentType: 'text/html' } },
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
  // The longer paths come first, because an id that may contain `/` would match them too.
  ...(kind.yamlName === undefined
    ? []
    : [yamlRoute(kind, kind.yamlName), organizationYamlRoute(kind, kind.yamlName)]),
  pageRoute(kind),
  organizationPageRoute(kind),
]);

/**
 * The URLs in `location-html`, and the URLs below an organization's name that users of data contract tools
 * know. These routes come last, so that other requests are not compared with them.
 */
export const pageRoutes: readonly Route[] = [accessPageRoute, ...documentPageRoutes];
