import {
  definitionIdOf,
  iriOfLink,
  linkWords,
  targetsOf,
} from '../../../domain/kinds/document-links.ts';

describe('what a link may mean', () => {
  it('is the concept, and each concept whose property it may name', () => {
    const url = 'https://catalog.example.org/nursery/semantics/plants/order.line.price';
    expect(targetsOf(url)).toEqual([
      'plants/order.line.price',
      'plants/order',
      'plants/order.line',
    ]);
  });

  it('looks at the last 16 dots only', () => {
    const targets = targetsOf(`urn:${'a.'.repeat(40)}a`);
    expect(targets).toHaveLength(17);
    expect(targets[1]).toBe(`urn:${'a.'.repeat(24)}a`);
  });

  it('is nothing when the url is longer than any concept can be named', () => {
    expect(targetsOf(`urn:${'a'.repeat(1_996)}`)).toHaveLength(1);
    expect(targetsOf(`urn:${'a'.repeat(1_997)}`)).toEqual([]);
    const url = `urn:${'a.'.repeat(1_000_000)}`;
    expect(linkWords({ authoritativeDefinitions: [{ type: 'semantics', url }] })).toEqual([]);
  });
});

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
