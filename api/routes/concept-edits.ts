import { Type } from '@sinclair/typebox';
import type { TObject } from '@sinclair/typebox';
import { editConcept } from '../../commands/semantics/edit-concept.ts';
import { checkDocumentId } from '../../domain/document-ids.ts';
import { checkConceptId } from '../../domain/semantics/concept-ids.ts';
import { assertValid } from '../../domain/validation.ts';
import type { JsonObject } from '../../lib/json.ts';
import { conceptsDeprecatedSince } from '../concept-deprecation.ts';
import { parseDocument } from '../parse-document.ts';
import { defineRoute } from '../route.ts';
import type { Route } from '../route.ts';

const params = Type.Object({ namespace: Type.String(), id: Type.String() });
const permission = { actions: ['RESOURCES_EDIT'], on: 'owner' } as const;

/** PUT and DELETE of one sort of entry of an ontology, one by one (deprecated). */
export function conceptEditRoutes(
  noun: 'concept' | 'relationship',
  path: string,
  schema: TObject,
): readonly [put: Route, remove: Route] {
  const shared = {
    path: `${path}/*id`,
    tag: 'semantics',
    access: 'key',
    permission,
    params,
    query: Type.Object({}),
  } as const;
  const put = defineRoute({
    ...shared,
    method: 'PUT',
    summary: `Write a ${noun} into the ontology (deprecated: put the ontology)`,
    body: { formats: ['json'], schema, required: true },
    answers: { 200: { description: 'Stored; the answer has no body' } },
    handle: async ({ params, body, principal, requestId, now, services }) => {
      const namespace = checkDocumentId(params.namespace);
      const id = checkConceptId(params.id);
      const { document } = await parseDocument(body, id);
      const json = assertValid(schema, document, 'invalid_body') as JsonObject;
      const request = { namespace, principal, requestId, now };
      await editConcept(services.database, request, { op: `put-${noun}`, id, json });
      return { status: 200, headers: conceptsDeprecatedSince(services.settings) };
    },
  });
  const remove = defineRoute({
    ...shared,
    method: 'DELETE',
    summary: `Take a ${noun} out of the ontology (deprecated: put the ontology)`,
    answers: { 200: { description: 'Removed, or not there; the answer has no body' } },
    handle: async ({ params, principal, requestId, now, services }) => {
      const namespace = checkDocumentId(params.namespace);
      const id = checkConceptId(params.id);
      const request = { namespace, principal, requestId, now };
      await editConcept(services.database, request, { op: `delete-${noun}`, id });
      return { status: 200, headers: conceptsDeprecatedSince(services.settings) };
    },
  });
  return [put, remove];
}
