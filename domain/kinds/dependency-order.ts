import { documentKinds } from './index.ts';
import type { DocumentKind } from './kind.ts';

/** Kinds that others reference come first; kinds not listed here reference some of them and follow. */
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
