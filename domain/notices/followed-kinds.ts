import { dataContract } from '../kinds/data-contract.ts';
import { dataProduct } from '../kinds/data-product.ts';
import { team } from '../kinds/team.ts';
import { semanticConcept } from '../semantics/semantic-concept.ts';

/** A kind that can be followed: its name in addresses, and in the database. */
type FollowedKind = { collection: string; kind: string; title: string };

/** Everything that can be followed, by its name in addresses. */
export const followedKinds = [
  { collection: 'dataproducts', kind: dataProduct.name, title: dataProduct.title },
  { collection: 'datacontracts', kind: dataContract.name, title: dataContract.title },
  { collection: 'teams', kind: team.name, title: team.title },
  { collection: 'concepts', kind: semanticConcept.name, title: semanticConcept.title },
] as const satisfies readonly FollowedKind[];

/** Name of the kind in addresses; the kind itself if it has no other name. */
export function collectionOf(kind: string): string {
  return followedKinds.find((known) => known.kind === kind)?.collection ?? kind;
}
