import { dataContract } from './data-contract.ts';
import { dataProduct } from './data-product.ts';
import type { DocumentKind } from './kind.ts';
import { team } from './team.ts';

/** Every kind of document; a new one is its descriptor and its line here. */
export const documentKinds: readonly DocumentKind[] = [team, dataContract, dataProduct];

/** How messages name a document, e.g. `data product 'orders'`. */
export function describeDocument({ kind, id }: { kind: string; id: string }): string {
  const title = documentKinds.find(({ name }) => name === kind)?.title ?? kind;
  return `${title} '${id}'`;
}
