import { definitionIdOf, iriOfLink } from '../../../domain/kinds/definition-links.ts';

it.each([
  ['/definitions/checkout/strict', 'checkout/strict'],
  ['definitions/strict', 'strict'],
  ['https://here.example/acme/definitions/checkout%2Fstrict?x=1#y', 'checkout/strict'],
  ['https://here.example/api/definitions/strict', 'strict'],
  ['/definitions/definitions/strict', 'definitions/strict'],
  ['/definitions/100%', '100%'],
  ['/definitions/', undefined],
  ['/redefinitions/strict', undefined],
  ['https://here.example/semantics/main/order', undefined],
  [`/definitions/${'x'.repeat(2_000)}`, undefined],
])('the definition of %s is %s', (url, id) => {
  expect(definitionIdOf(url)).toBe(id);
});

it('an address of a look-up names its IRI, every other address is one', () => {
  expect(iriOfLink('https://here.example/api/semantics?iri=urn%3Aone')).toBe('urn:one');
  expect(iriOfLink('urn:one')).toBe('urn:one');
});
