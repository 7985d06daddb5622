import { previewReplacement } from '../../../commands/semantics/compare-ontologies.ts';
import { importRdf, readRdf } from '../../../commands/semantics/import-rdf.ts';
import { getOntologyText } from '../../../commands/semantics/ontology-texts.ts';
import { runTask } from '../../../commands/tasks/run-task.ts';
import { getNamespace } from '../../../commands/semantics/semantic-request.ts';
import { checkDocumentId } from '../../../domain/validation/document-ids.ts';
import type { RdfFormat } from '../../../lib/rdf/rdf.ts';
import {
  entityTag,
  isNotModified,
  preconditionHeaders,
  readPreconditions,
} from '../../http/entity-tags.ts';
import { ontologyLimitBytes } from '../../body/read-ontology-body.ts';
import { defineRoute } from '../../route.ts';
import type { BodyRule, Route } from '../../route.ts';
import { jsonLdExample, rdfXmlExample, turtleExample } from '../../semantic-examples.ts';
import { rdfImportSchema, rdfReplacementSchema } from '../../schemas/semantics/ontologies.ts';

const path = '/api/semantics/experimental/namespaces/:namespace';

type Form = {
  ending: string;
  /** In the names of the operations. */
  name: string;
  title: string;
  format: RdfFormat;
  accepted: BodyRule['formats'];
  example: unknown;
};

const turtle: Form = {
  ending: 'ttl',
  name: 'Turtle',
  title: 'Turtle',
  format: 'text/turtle',
  accepted: ['turtle'],
  example: turtleExample,
};
const jsonLd: Form = {
  ending: 'jsonld',
  name: 'JsonLd',
  title: 'JSON-LD',
  format: 'application/ld+json',
  accepted: ['json'],
  example: jsonLdExample,
};
const rdfXml: Form = {
  ending: 'rdf',
  name: 'RdfXml',
  title: 'RDF/XML',
  format: 'application/rdf+xml',
  accepted: ['rdf+xml'],
  example: rdfXmlExample,
};

/** IRI prefix of concepts without an IRI. */
const baseIriOf = (publicUrl: string, namespace: string): string =>
  `${publicUrl}/semantics/${encodeURIComponent(namespace)}/`;

function getRoute({ ending, name, title, format }: Form): Route {
  return defineRoute({
    method: 'GET',
    path: `${path}/ontology.${ending}`,
    longTexts: true,
    name: `getOntologyAs${name}`,
    summary: `Get the ontology of a namespace as ${title}`,
    tag: 'semantics',
    answers: {
      200: { description: 'The ontology as RDF', contentType: format },
      304: { description: 'The client already has the current version' },
    },
    handle: async ({ params, principal: { organizationId }, header, services }) => {
      const { knex } = services.database;
      const key = { organizationId, id: checkDocumentId(params.namespace) };
      const namespace = await getNamespace(knex, key);
      const etag = entityTag(namespace, { mark: ending });
      if (isNotModified(header, etag)) return { status: 304, headers: { etag } };
      const source = await getOntologyText(knex, key, namespace.revision);
      const baseIri = baseIriOf(services.settings.publicUrl, key.id);
      const text = await runTask('toRdf', source, { baseIri, format });
      return { status: 200, headers: { etag }, text, contentType: format };
    },
  });
}

function putRoute({ ending, name, title, format, accepted, example }: Form): Route {
  return defineRoute({
    method: 'PUT',
    path: `${path}/ontology.${ending}`,
    name: `putOntologyAs${name}`,
    takes: preconditionHeaders,
    sends: ['etag'],
    refuses: ['invalid_document', 'unknown_reference'],
    summary: `Replace the ontology of a namespace by one in ${title} (RDFS, OWL, SKOS)`,
    tag: 'semantics',
    permission: { actions: ['RESOURCES_ADD', 'RESOURCES_EDIT'], on: 'owner' },
    body: { formats: accepted, limitBytes: ontologyLimitBytes, example },
    answers: {
      200: {
        description: 'Stored; the answer lists what the ontology cannot represent',
        schema: rdfImportSchema,
      },
    },
    preview: rdfReplacementSchema,
    read: ({ params, body: { text }, principal: { organizationId }, services }) => {
      const id = checkDocumentId(params.namespace);
      const baseIri = baseIriOf(services.settings.publicUrl, id);
      return readRdf(services.database.knex, { organizationId, id }, { text, format, baseIri });
    },
    handle: async ({ params, content, principal, requestId, now, header, services }) => {
      const namespace = checkDocumentId(params.namespace);
      const preconditions = readPreconditions(header);
      const request = { namespace, principal, requestId, now, preconditions };
      const written = await importRdf(services.database, { ...request, read: content });
      const { notes, text } = content;
      const key = { organizationId: principal.organizationId, id: namespace };
      return {
        status: 200,
        headers: { etag: entityTag(written, 'yaml') },
        json: { notes },
        preview: async ({ database }) => ({
          ...(await previewReplacement(database.knex, key, text)),
          notes,
        }),
      };
    },
  });
}

/** Ontologies as RDF; RDF/XML can only be imported. */
export const ontologyRdfRoutes: readonly Route[] = [
  ...[turtle, jsonLd].map(getRoute),
  ...[turtle, jsonLd, rdfXml].map(putRoute),
];
