import { isDocumentId } from '../validation/document-ids.ts';
import { asset } from './asset.ts';
import { certification } from './certification.ts';
import { classificationScheme } from './classification-scheme.ts';
import { connector } from './connector.ts';
import { dataContract } from './data-contract.ts';
import { dataProductBuilder } from './data-product-builder.ts';
import { dataProduct } from './data-product.ts';
import { definition } from './definition.ts';
import { exampleData } from './example-data.ts';
import type { DocumentKind, DocumentReference } from './kind.ts';
import { policy } from './policy.ts';
import { sourceSystem } from './source-system.ts';
import { tag } from './tag.ts';
import { team } from './team.ts';

/** All kinds of documents; add new kinds here. */
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
  dataProductBuilder,
];

const byName = new Map(documentKinds.map((kind) => [kind.name, kind]));

/** The kind with this name; throws if there is none. */
export function kindNamed(name: string): DocumentKind {
  const kind = byName.get(name);
  if (!kind) throw new Error(`there is no kind of document '${name}'`);
  return kind;
}

/** The name of a kind in search results, e.g. `DATA_CONTRACT`. */
export function resourceTypeOf({ name, resourceType }: DocumentKind): string {
  return resourceType ?? name.toUpperCase().replaceAll('-', '_');
}

/** The name of a document in messages, e.g. `data product 'orders'`. */
export function describeDocument({ kind, id }: { kind: string; id: string }): string {
  const title = documentKinds.find(({ name }) => name === kind)?.title ?? kind;
  return `${title} '${id}'`;
}

/** True if a document of this kind and id can exist; other references would be too long for an index. */
export function isReferable({ kind, id }: DocumentReference): boolean {
  const known = documentKinds.find(({ name }) => name === kind);
  return known ? isDocumentId(id, known) : id.length > 0 && id.length <= 256;
}

/** True if the reference is to a kind of documents. */
export function isDocumentReference({ kind }: DocumentReference): boolean {
  return documentKinds.some(({ name }) => name === kind);
}
