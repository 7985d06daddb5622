import { useQuery } from '@tanstack/react-query';
import { isOwn } from '../own-access/state.ts';
import { useMe } from '../session/queries.ts';
import { consumersQuery, productQuery, qualityQuery } from './queries.ts';

/** A product with what stands beside it everywhere: its tests, its consumers, and the accesses of the reader among them. */
export function useProduct(id: string) {
  const product = useQuery(productQuery(id));
  // What stands beside waits for the product: it is shown first, and nothing is asked of a product that does not exist.
  const quality = useQuery({ ...qualityQuery(id), enabled: product.isSuccess });
  const consumers = useQuery(consumersQuery(id));
  const me = useMe();
  const own = me === undefined ? [] : (consumers.data ?? []).filter((each) => isOwn(each, me));
  return { product, quality, consumers, own };
}
