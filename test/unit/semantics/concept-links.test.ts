import { linkWords, targetsOf } from '../../../domain/kinds/concept-links.ts';

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
