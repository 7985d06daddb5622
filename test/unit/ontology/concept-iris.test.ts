import { iriOf } from '../../../domain/ontology/model/concept-iris.ts';

it.each([
  [{ iri: 'ex:orderId' }, 'http://example.com/orderId'],
  [{ uri: ':id' }, 'http://default.example/id'],
  [{ custom_properties: { iri: 'http://example.com/Order' } }, 'http://example.com/Order'],
  [{ iri: 'urn:party' }, 'urn:party'],
  [{ iri: '' }, undefined],
])('%j has the address %s', (fields, iri) => {
  expect(iriOf(fields, { ex: 'http://example.com/', '': 'http://default.example/' })).toBe(iri);
});
