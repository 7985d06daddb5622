import { Type } from '@sinclair/typebox';
import { findOdcsPropertyByIri } from '../../../commands/semantics/find-odcs-property.ts';
import { refuse } from '../../../domain/errors.ts';
import { answerProperty } from '../../present/documents/odcs-answers.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import { odcsPropertySchema } from '../../schemas/semantics/concepts.ts';

/** Data contract tools call it when a contract links to an IRI outside of this service. */
export const semanticIriRoute: Route = defineRoute({
  method: 'GET',
  path: '/api/semantics',
  name: 'getConceptByIri',
  refuses: ['not_found'],
  summary: 'Get a concept by its IRI, as a property of a data contract',
  tag: 'semantics',
  query: Type.Object({
    iri: Type.Optional(
      Type.String({ 'x-required': true, description: 'Full IRI, without a prefix' }),
    ),
  }),
  answers: { 200: { description: 'The property', schema: odcsPropertySchema } },
  handle: async ({ query: { iri = '' }, principal, header, services }) => {
    if (iri.trim() === '') refuse('bad_request', "The query parameter 'iri' is missing.");
    const { database, settings } = services;
    const { organizationId } = principal;
    const property = await findOdcsPropertyByIri(
      database.knex,
      organizationId,
      iri,
      settings.publicUrl,
    );
    if (!property) refuse('not_found', `No concept has the IRI '${iri}'.`);
    return answerProperty(header, property);
  },
});
