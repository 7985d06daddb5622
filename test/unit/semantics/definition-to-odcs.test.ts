import { definitionToOdcs } from '../../../domain/semantics/definition-to-odcs.ts';

it('a definition has its rules as a property of ODCS', () => {
  const definition = {
    id: 'checkout/state',
    owner: 'checkout',
    title: 'State',
    type: 'varchar',
    minLength: 1,
    pattern: '^[a-z]+$',
    enum: ['placed', 'shipped'],
    example: 'placed',
    pii: true,
    classification: 'internal',
  };
  expect(definitionToOdcs(definition, 'https://here/definitions/state')).toEqual({
    name: 'checkout/state',
    businessName: 'State',
    logicalType: 'string',
    logicalTypeOptions: { minLength: 1, pattern: '^[a-z]+$' },
    enum: [{ value: 'placed' }, { value: 'shipped' }],
    examples: ['placed'],
    customProperties: [{ property: 'pii', value: true }],
    classification: 'internal',
    url: 'https://here/definitions/state',
  });
});

it('a definition without rules has none', () => {
  const definition = { id: 'plain', owner: 'checkout', enum: [], pii: false, minLength: null };
  expect(definitionToOdcs(definition, 'u')).toEqual({
    name: 'plain',
    businessName: 'plain',
    url: 'u',
  });
});
