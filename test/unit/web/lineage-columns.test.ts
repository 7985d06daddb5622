import { columnsOf } from '../../../web/src/features/products/lineage/lineage-columns.ts';

const product = (id: string) => ({ kind: 'data-product', id });
const edge = (from: string, to: string) => ({ from: product(from), to: product(to) });

function columns(
  edges: readonly (readonly [string, string])[],
): Record<string, number | undefined> {
  const ids = [...new Set(edges.flat())];
  const found = columnsOf(
    ids.map(product),
    edges.map(([from, to]) => edge(from, to)),
  );
  return Object.fromEntries(ids.map((id) => [id, found.get(`data-product ${id}`)]));
}

describe('the columns of lineage', () => {
  it('lead to the right, also where one product reads another over two ways', () => {
    const edges = [
      ['deliveries', 'sales'],
      ['shop', 'deliveries'],
      ['shop', 'sales'],
    ] as const;
    expect(columns(edges)).toEqual({ shop: 0, deliveries: 1, sales: 2 });
  });

  it('place a source directly before its first reader', () => {
    const edges = [
      ['shop', 'deliveries'],
      ['deliveries', 'sales'],
      ['weather', 'sales'],
    ] as const;
    expect(columns(edges)).toEqual({ shop: 0, deliveries: 1, weather: 1, sales: 2 });
  });

  it('end for products that read each other in a circle', () => {
    const edges = [
      ['one', 'two'],
      ['two', 'three'],
      ['three', 'one'],
    ] as const;
    expect(new Set(Object.values(columns(edges)))).toEqual(new Set([0, 1, 2]));
  });
});
