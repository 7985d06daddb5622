import { Type } from '@sinclair/typebox';
import { findOdcsProperty } from '../../../commands/semantics/find-odcs-property.ts';
import { checkDocumentId } from '../../../domain/validation/document-ids.ts';
import { refuse } from '../../../domain/errors.ts';
import { checkConceptId } from '../../../domain/semantics/concept-ids.ts';
import { sendsKey } from '../../auth/authenticate.ts';
import { answerProperty, odcsType } from '../../present/documents/odcs-answers.ts';
import { assertOwnVanity } from '../../present/own-vanity.ts';
import { prefersHtml } from '../../http/prefers-yaml.ts';
import { defineRoute } from '../../route.ts';
import type { DeclaredAnswer, Route } from '../../route.ts';
import type { Answer, ApiRequest } from '../../exchange.ts';
import { answerPage, vary } from '../../present/web-page.ts';

const organization = Type.String({ description: 'Vanity name of the organization' });
const ofNamespace = { namespace: Type.String() };
const ofConcept = { namespace: Type.String(), id: Type.String() };

const pageAnswers: Record<number, DeclaredAnswer> = {
  200: { description: 'A page with links to the resource', contentType: 'text/html' },
};
const conceptAnswers: Record<number, DeclaredAnswer> = {
  200: {
    description: `A page that says where to find the concept; with a key, the concept as a property of a data contract (${odcsType})`,
    contentType: 'text/html',
  },
};

const namespacePageRoute = defineRoute({
  method: 'GET',
  path: '/semantics/:namespace',
  name: 'getNamespacePage',
  summary: 'Get the web page of a namespace',
  tag: 'pages',
  sends: ['vary'],
  access: 'public',
  params: Type.Object(ofNamespace),
  answers: pageAnswers,
  handle: ({ params }) => Promise.resolve(namespacePage(params.namespace)),
});

const organizationNamespacePageRoute = defineRoute({
  method: 'GET',
  path: '/:organization/semantics/:namespace',
  name: 'getOrganizationNamespacePage',
  summary: 'Get the web page of a namespace of an organization',
  tag: 'pages',
  sends: ['vary'],
  access: 'public',
  params: Type.Object({ organization, ...ofNamespace }),
  answers: pageAnswers,
  handle: ({ params }) => Promise.resolve(namespacePage(params.namespace)),
});

const conceptPageRoute = defineRoute({
  method: 'GET',
  path: '/semantics/:namespace/*id',
  name: 'getConceptPage',
  summary: 'Get the web page of a concept',
  tag: 'pages',
  sends: ['vary'],
  access: 'optional',
  params: Type.Object(ofConcept),
  answers: conceptAnswers,
  handle: (request) => answerConcept(request, undefined),
});

const organizationConceptPageRoute = defineRoute({
  method: 'GET',
  path: '/:organization/semantics/:namespace/*id',
  name: 'getOrganizationConceptPage',
  summary: 'Get the web page of a concept of an organization',
  tag: 'pages',
  sends: ['vary'],
  access: 'optional',
  params: Type.Object({ organization, ...ofConcept }),
  answers: conceptAnswers,
  handle: (request) => answerConcept(request, request.params.organization),
});

function namespacePage(namespace: string): Answer {
  const id = checkDocumentId(namespace);
  const api = apiPath(id);
  return answerPage(`Namespace ${id}`, [
    { what: 'as JSON', path: api },
    { what: 'its ontology', path: `${api}/ontology.yaml` },
    { what: 'its revisions', path: `${api}/revisions` },
    { what: 'its branches', path: `${api}/branches` },
  ]);
}

const apiPath = (namespace: string): string =>
  `/api/semantics/experimental/namespaces/${encodeURIComponent(namespace)}`;

type ConceptRequest = ApiRequest<{ namespace: string; id: string }, object>;

/** Without a key, the answer does not reveal whether the concept exists. */
async function answerConcept(request: ConceptRequest, vanity: string | undefined): Promise<Answer> {
  const { header, params, services } = request;
  const namespace = checkDocumentId(params.namespace);
  const concept = checkConceptId(params.id);
  if (!sendsKey(header) || prefersHtml(header)) return conceptPage(namespace, concept);
  const key = { organizationId: request.principal.organizationId, id: namespace };
  const { publicUrl } = services.settings;
  await assertOwnVanity(request, vanity);
  const property = await findOdcsProperty(services.database.knex, key, concept, publicUrl);
  if (!property) refuse('not_found', `There is no concept '${concept}' in '${namespace}'.`);
  return { ...answerProperty(header, property), headers: { vary } };
}

function conceptPage(namespace: string, concept: string): Answer {
  const api = `${apiPath(namespace)}/concepts/${encodeURIComponent(concept)}`;
  return answerPage(`Concept ${concept}`, [
    { what: 'as JSON', path: api },
    { what: 'who links to it', path: `${api}/usages` },
    { what: 'the ontology that it is part of', path: `${apiPath(namespace)}/ontology.yaml` },
  ]);
}

/** Pages of namespaces and concepts; contracts and products link to concepts. */
export const semanticPageRoutes: readonly Route[] = [
  namespacePageRoute,
  organizationNamespacePageRoute,
  conceptPageRoute,
  organizationConceptPageRoute,
];
