import type { DocumentKind } from '../../../domain/kinds/kind.ts';
import { contract, product, team } from './contracts.ts';
import { resources } from './resources.ts';

type Make = (id: string, change?: Record<string, unknown>) => object;

const ofStandards: Record<string, Make> = {
  team,
  'data-contract': contract,
  'data-product': (id, change) => product(id, [], change),
};

/** A valid document of any kind; it lives in an organization with the team `checkout` and the product `shop`. */
export function makeDocument(
  kind: DocumentKind,
  id: string,
  change: Record<string, unknown> = {},
): object {
  const make = ofStandards[kind.name];
  if (make) return make(id, change);
  const resource = resources.find(({ collection }) => collection === kind.collection);
  if (!resource) throw new Error(`test/support/builders/resources.ts lacks ${kind.collection}`);
  return { ...resource.body(id), ...change };
}
