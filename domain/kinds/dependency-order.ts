import { documentKinds } from './index.ts';
import type { DocumentKind } from './kind.ts';

/** Kinds that others name come first; whoever is not here names some of them and follows behind. */
const named = [
  'team',
  'tag',
  'definition',
  'policy',
  'source-system',
  'certification',
  'classification-scheme',
  'asset',
  'data-contract',
  'data-product',
];

function rank({ name }: DocumentKind): number {
  const index = named.indexOf(name);
  return index === -1 ? named.length : index;
}

/** All kinds, in an order in which their documents can be created. */
export const kindsByDependency: readonly DocumentKind[] = documentKinds.toSorted(
  (a, b) => rank(a) - rank(b),
);
