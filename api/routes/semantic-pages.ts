import { Type } from '@sinclair/typebox';
import { findOdcsProperty } from '../../commands/semantics/find-odcs-property.ts';
import { checkDocumentId } from '../../domain/document-ids.ts';
import { refuse } from '../../domain/errors.ts';
import { checkConceptId } from '../../domain/semantics/concept-ids.ts';
import { sendsKey } from '../authenticate.ts';
import { answerProperty, odcsType } from '../odcs-answers.ts';
import { isOwnVanity } from '../own-vanity.ts';
import { prefersHtml } from '../prefers-yaml.ts';
import { defineRoute } from '../route.ts';
import type { Answer, ApiRequest, DeclaredAnswer, Route } from '../route.ts';
import { answerPage, vary } from '../web-page.ts';

const organization = Type.String({ description: 'Vanity name of the organization' });
const ofNamespace = { namespace: Type.String() };
const ofConcept = { namespace: Type.String(), id: Type.String() };
const noQuery = Type.Object({});

const pageAnswers: Record<number, DeclaredAnswer> = {
  200: { description: 'Where it is to be had', contentType: 'text/html' },
};
const conceptAnswers: Record<number, DeclaredAnswer> = {
  200: {
    description: `A page that tells where the concept is to be had; with a key, the concept as a property of a data contract (${odcsType})`,
    contentType: 'text/html',
  },
};

const namespacePageRoute = defineRoute({
  method: 'GET',
  path: '/semantics/:namespace',
  summary: 'Web page of a namespace',
  tag: 'pages',
  access: 'public',
  params: Type.Object(ofNamespace),
  query: noQuery,
  answers: pageAnswers,
  handle: ({ params }) => Promise.resolve(namespacePage(params.namespace)),
});

const organizationNamespacePageRoute = defineRoute({
  method: 'GET',
  path: '/:organization/semantics/:namespace',
  summary: 'Web page of a namespace of an organization',
  tag: 'pages',
  access: 'public',
  params: Type.Object({ organization, ...ofNamespace }),
  query: noQuery,
  answers: pageAnswers,
  handle: ({ params }) => Promise.resolve(namespacePage(params.namespace)),
});

const conceptPageRoute = defineRoute({
  method: 'GET',
  path: '/semantics/:namespace/*id',
  summary: 'Web page of a concept',
  tag: 'pages',
  access: 'optional',
  params: Type.Object(ofConcept),
  query: noQuery,
  answers: conceptAnswers,
  handle: (request) => answerConcept(request, undefined),
});

const organizationConceptPageRoute = defineRoute({
  method: 'GET',
  path: '/:organization/semantics/:namespace/*id',
  summary: 'Web page of a concept of an organization',
  tag: 'pages',
  access: 'optional',
  params: Type.Object({ organization, ...ofConcept }),
  query: noQuery,
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

/** Without a key it answers alike whether the concept exists or not. */
async function answerConcept(request: ConceptRequest, vanity: string | undefined): Promise<Answer> {
  const { header, params, services } = request;
  const namespace = checkDocumentId(params.namespace);
  const concept = checkConceptId(params.id);
  if (!sendsKey(header) || prefersHtml(header)) return conceptPage(namespace, concept);
  const key = { organizationId: request.principal.organizationId, id: namespace };
  const { publicUrl } = services.settings;
  const isOwn = await isOwnVanity(request, vanity);
  const property =
    isOwn && (await findOdcsProperty(services.database.knex, key, concept, publicUrl));
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

/** Pages of namespaces and concepts; contracts and products link to the latter. */
export const semanticPageRoutes: readonly Route[] = [
  namespacePageRoute,
  organizationNamespacePageRoute,
  conceptPageRoute,
  organizationConceptPageRoute,
];
