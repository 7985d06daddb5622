import { isDocumentId } from '../document-ids.ts';
import { asset } from './asset.ts';
import { certification } from './certification.ts';
import { classificationScheme } from './classification-scheme.ts';
import { connector } from './connector.ts';
import { dataContract } from './data-contract.ts';
import { dataProduct } from './data-product.ts';
import { definition } from './definition.ts';
import { exampleData } from './example-data.ts';
import type { DocumentKind, DocumentReference } from './kind.ts';
import { policy } from './policy.ts';
import { sourceSystem } from './source-system.ts';
import { tag } from './tag.ts';
import { team } from './team.ts';

/** Every kind of document; a new one is its descriptor and its line here. */
export const documentKinds: readonly DocumentKind[] = [
  team,
  dataContract,
  dataProduct,
  definition,
  sourceSystem,
  tag,
  certification,
  policy,
  classificationScheme,
  asset,
  connector,
  exampleData,
];

/** What answers of the search call a kind, e.g. `DATA_CONTRACT`. */
export function resourceTypeOf({ name, resourceType }: DocumentKind): string {
  return resourceType ?? name.toUpperCase().replaceAll('-', '_');
}

/** How messages name a document, e.g. `data product 'orders'`. */
export function describeDocument({ kind, id }: { kind: string; id: string }): string {
  const title = documentKinds.find(({ name }) => name === kind)?.title ?? kind;
  return `${title} '${id}'`;
}

/** Whether something of this kind with this id could exist: what cannot is too long for an index, or never found. */
export function isReferable({ kind, id }: DocumentReference): boolean {
  const known = documentKinds.find(({ name }) => name === kind);
  return known ? isDocumentId(id, known) : id.length > 0 && id.length <= 256;
}

/** Whether what is named would be a document. */
export function isDocumentReference({ kind }: DocumentReference): boolean {
  return documentKinds.some(({ name }) => name === kind);
}
