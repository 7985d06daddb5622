import { Type } from '@sinclair/typebox';
import { importRdf } from '../../commands/semantics/import-rdf.ts';
import { getOntologyText } from '../../commands/semantics/ontology-texts.ts';
import { runOntologyTask } from '../../commands/semantics/run-ontology-task.ts';
import { getNamespace } from '../../commands/semantics/semantic-request.ts';
import { checkDocumentId } from '../../domain/document-ids.ts';
import type { RdfFormat } from '../../lib/rdf.ts';
import { entityTag, isNotModified, readPreconditions } from '../entity-tags.ts';
import { ontologyLimitBytes } from '../read-ontology-body.ts';
import { defineRoute } from '../route.ts';
import type { BodyRule, Route } from '../route.ts';
import { rdfImportSchema } from '../schemas/ontologies.ts';

const params = Type.Object({ namespace: Type.String() });
const path = '/api/semantics/experimental/namespaces/:namespace';

type Form = {
  ending: string;
  title: string;
  format: RdfFormat;
  accepted: BodyRule['formats'];
};

const turtle: Form = {
  ending: 'ttl',
  title: 'Turtle',
  format: 'text/turtle',
  accepted: ['turtle'],
};
const jsonLd: Form = {
  ending: 'jsonld',
  title: 'JSON-LD',
  format: 'application/ld+json',
  accepted: ['json'],
};
const rdfXml: Form = {
  ending: 'rdf',
  title: 'RDF/XML',
  format: 'application/rdf+xml',
  accepted: ['rdf+xml'],
};

/** What addresses of concepts that have none of their own begin with. */
const baseIriOf = (publicUrl: string, namespace: string): string =>
  `${publicUrl}/semantics/${encodeURIComponent(namespace)}/`;

function getRoute({ ending, title, format }: Form): Route {
  return defineRoute({
    method: 'GET',
    path: `${path}/ontology.${ending}`,
    summary: `Get the ontology of a namespace as ${title}`,
    tag: 'semantics',
    access: 'key',
    params,
    query: Type.Object({}),
    answers: {
      200: { description: 'The same in RDF', contentType: format },
      304: { description: 'The client has it already' },
    },
    handle: async ({ params, principal: { organizationId }, header, services }) => {
      const { knex } = services.database;
      const key = { organizationId, id: checkDocumentId(params.namespace) };
      const namespace = await getNamespace(knex, key);
      const etag = entityTag(namespace, { mark: ending });
      if (isNotModified(header, etag)) return { status: 304, headers: { etag } };
      const source = await getOntologyText(knex, key, namespace.revision);
      const baseIri = baseIriOf(services.settings.publicUrl, key.id);
      const text = await runOntologyTask('toRdf', source, { baseIri, format });
      return { status: 200, headers: { etag }, text, contentType: format };
    },
  });
}

function putRoute({ ending, title, format, accepted }: Form): Route {
  return defineRoute({
    method: 'PUT',
    path: `${path}/ontology.${ending}`,
    summary: `Replace everything that a namespace holds by what ${title} says (RDFS, OWL, SKOS)`,
    tag: 'semantics',
    access: 'key',
    permission: { actions: ['RESOURCES_ADD', 'RESOURCES_EDIT'], on: 'owner' },
    params,
    query: Type.Object({}),
    body: { formats: accepted, required: true, limitBytes: ontologyLimitBytes },
    answers: { 200: { description: 'Stored; what has no place there', schema: rdfImportSchema } },
    handle: async ({ params, body, principal, requestId, now, header, services }) => {
      const namespace = checkDocumentId(params.namespace);
      const preconditions = readPreconditions(header);
      const baseIri = baseIriOf(services.settings.publicUrl, namespace);
      const request = { namespace, principal, requestId, now, preconditions };
      const put = { ...request, text: body.text, format, baseIri };
      const { notes, ...written } = await importRdf(services.database, put);
      return { status: 200, headers: { etag: entityTag(written, 'yaml') }, json: { notes } };
    },
  });
}

/** Ontologies as RDF; RDF/XML is read only. */
export const ontologyRdfRoutes: readonly Route[] = [
  ...[turtle, jsonLd].map(getRoute),
  ...[turtle, jsonLd, rdfXml].map(putRoute),
];
