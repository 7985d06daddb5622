import type { TObject, TSchema } from '@sinclair/typebox';
import { editConcept } from '../../../commands/semantics/edit-concept.ts';
import type { Db } from '../../../db/connect.ts';
import type { ConceptKey } from '../../../db/tables/semantics/namespace-concepts.ts';
import { refuse } from '../../../domain/errors.ts';
import type { Violation } from '../../../domain/errors.ts';
import type { Principal } from '../../../domain/principal.ts';
import { checkDocumentId } from '../../../domain/validation/document-ids.ts';
import { checkConceptId } from '../../../domain/semantics/concept-ids.ts';
import { assertNoViolations, assertValid } from '../../../domain/validation/validation.ts';
import type { JsonObject } from '../../../lib/json/json.ts';
import { conceptsDeprecatedSince } from '../../http/concept-deprecation.ts';
import { isNotModified, preconditionHeaders, readPreconditions } from '../../http/entity-tags.ts';
import { headerValue } from '../../http/header-values.ts';
import { elementTag, readElement } from '../../present/semantics/concepts.ts';
import { parseDocument } from '../../body/parse-document.ts';
import { operationName } from '../../operation-name.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import type { ApiRequest } from '../../exchange.ts';

type Noun = 'concept' | 'relationship';

/** The path of the collection. */
type CollectionPath = `${string}/:namespace/${string}`;

/** The schemas of the answer and of the body, and a further check of the body. */
type Form = { answers: TSchema; schema: TObject; check: (json: JsonObject) => Violation[] };

const tag = 'semantics';
const permission = { actions: ['RESOURCES_EDIT'], on: 'owner' } as const;
const edits = { tag, permission, longTexts: true, takes: preconditionHeaders } as const;

/** GET, PUT and DELETE of a single concept or relationship of an ontology (deprecated). */
export function singleConceptRoutes(noun: Noun, path: CollectionPath, form: Form): Route[] {
  return [getRoute(noun, path, form), putRoute(noun, path, form), deleteRoute(noun, path)];
}

function getRoute(noun: Noun, path: CollectionPath, { answers }: Form): Route {
  return defineRoute({
    method: 'GET',
    path: `${path}/*id`,
    name: operationName('get', noun),
    sends: ['deprecation', 'sunset'],
    summary: `Get a ${noun} (deprecated: read the ontology)`,
    tag,
    answers: {
      200: { description: `The ${noun}`, schema: answers },
      304: { description: 'The client already has the current version' },
    },
    handle: async ({ params, principal, header, services }) => {
      const key = keyOf(params, principal);
      const json = await readElement(services.database.knex, noun, key);
      if (!json)
        refuse('not_found', `The namespace '${key.namespaceId}' has no ${noun} '${key.id}'.`);
      const etag = `"${elementTag(json)}"`;
      const headers = { etag, ...conceptsDeprecatedSince(services.settings) };
      if (isNotModified(header, etag)) return { status: 304, headers };
      return { status: 200, json, headers };
    },
  });
}

function putRoute(noun: Noun, path: CollectionPath, { schema, check }: Form): Route {
  return defineRoute({
    ...edits,
    method: 'PUT',
    path: `${path}/*id`,
    name: operationName('put', noun),
    sends: ['deprecation', 'sunset', 'etag', 'location-html'],
    refuses: ['invalid_document', 'unknown_reference'],
    summary: `Write a ${noun} into the ontology (deprecated: put the ontology)`,
    body: { schema },
    handle: async (request) => {
      const { database, settings } = request.services;
      const { id, facts } = editOf(noun, request);
      const { document } = await parseDocument(request.body, id);
      const json = assertValid(schema, document, 'invalid_body') as JsonObject;
      assertNoViolations(check(json), 'invalid_body');
      const edited = await editConcept(database, facts, { op: `put-${noun}`, id, json });
      // A relationship has no page of its own.
      const page = noun === 'concept' ? [facts.namespace, id] : [facts.namespace];
      const address = [settings.publicUrl, 'semantics', ...page.map(encodeURIComponent)].join('/');
      return {
        status: 200,
        headers: {
          etag: edited.tag && `"${edited.tag}"`,
          'location-html': headerValue(address),
          ...conceptsDeprecatedSince(settings),
        },
      };
    },
  });
}

function deleteRoute(noun: Noun, path: CollectionPath): Route {
  return defineRoute({
    ...edits,
    method: 'DELETE',
    path: `${path}/*id`,
    name: operationName('delete', noun),
    sends: ['deprecation', 'sunset'],
    refuses: ['invalid_document'],
    summary: `Remove a ${noun} from the ontology (deprecated: put the ontology)`,
    answers: { 200: { description: 'Removed, or not there; the answer has no body' } },
    handle: async (request) => {
      const { database, settings } = request.services;
      const { id, facts } = editOf(noun, request);
      await editConcept(database, facts, { op: `delete-${noun}`, id });
      return { status: 200, headers: conceptsDeprecatedSince(settings) };
    },
  });
}

type Params = { namespace: string; id: string };

function keyOf({ namespace, id }: Params, { organizationId }: Principal): ConceptKey {
  return { organizationId, namespaceId: checkDocumentId(namespace), id: checkConceptId(id) };
}

function editOf(noun: Noun, request: ApiRequest<Params, object>) {
  const { params, principal, requestId, now, reading, header } = request;
  const key = keyOf(params, principal);
  const readTag = async (db: Db): Promise<string | undefined> => {
    const json = await readElement(db, noun, key);
    return json && elementTag(json);
  };
  const preconditions = readPreconditions(header);
  const cause = { namespace: key.namespaceId, principal, requestId, now };
  return { id: key.id, facts: { ...cause, reading, preconditions, readTag } };
}
