import { indexConcepts } from '../../../domain/ontology/ontology.ts';
import { toOdcsProperty } from '../../../domain/ontology/model/to-odcs-property.ts';
import { findLinked } from '../../../domain/semantics/find-linked.ts';
import { validateContract } from '../../../domain/standards/odcs/validate.ts';
import { parsed } from './parsed.ts';

const { ontology } = parsed(`
name: shop
prefixes: { ex: 'http://example.com/', '': 'http://default.example/' }
ontology:
  - concept: Order ID
    id: order_id
    type: ValueType
    description: Number of an order
    extends: [Nr]
    iri: ex:orderId
    tags: [key]
    examples: [7]
  - {concept: Nr, type: ValueType, extends: [Integer]}
  - {concept: Loop, type: ValueType, extends: [Loop]}
  - concept: Order
    id: order
    type: EntityType
    custom_properties: { iri: 'http://example.com/Order' }
    relationships:
      - {name: id, type: hasProperty, roles: [{concept: order_id}], iri: ':id'}
      - {name: placed, roles: [{concept: Order}, {concept: DateTime}], description: When it was placed}
      - {name: by, roles: [{concept: Party}]}
      - {name: odd, roles: [{concept: Loop}]}
  - {concept: Party, type: EntityType, iri: 'urn:party'}
`);
const index = indexConcepts(ontology.concepts);
const propertyOf = (link: string, url?: string) => {
  const linked = findLinked(index, link);
  return linked && toOdcsProperty(ontology, index, linked, url);
};

describe('a concept as a property of a contract', () => {
  it('has the type that its value reaches', () => {
    expect(propertyOf('order_id', '/o/semantics/shop/order_id')).toEqual({
      name: 'order_id',
      businessName: 'Order ID',
      logicalType: 'integer',
      description: 'Number of an order',
      tags: ['key'],
      examples: [7],
      authoritativeDefinitions: [{ type: 'semantics', url: 'http://example.com/orderId' }],
      url: '/o/semantics/shop/order_id',
    });
    expect(propertyOf('Loop')).toEqual({ name: 'Loop', businessName: 'Loop' });
  });

  it('is an object with its values when it is an entity', () => {
    expect(propertyOf('Order')).toMatchObject({
      name: 'order',
      logicalType: 'object',
      properties: [
        { name: 'id', logicalType: 'integer', description: 'Number of an order' },
        { name: 'placed', logicalType: 'timestamp', description: 'When it was placed' },
      ],
    });
    expect(propertyOf('order.by')).toMatchObject({ name: 'by', logicalType: 'object' });
  });

  it('is valid in a contract', () => {
    const properties = ['order_id', 'order', 'order.placed', 'Party', 'Loop'].map((link) =>
      propertyOf(link),
    );
    const contract = {
      apiVersion: 'v3.1.0',
      kind: 'DataContract',
      id: 'c',
      version: '1.0.0',
      status: 'active',
    };
    expect(validateContract({ ...contract, schema: [{ name: 't', properties }] })).toEqual([]);
  });
});
