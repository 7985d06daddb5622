import type { Database, Db } from '../../db/connect.ts';
import { findContractHits } from '../../db/tables/documents/contract-hits.ts';
import { findDocument } from '../../db/tables/documents/documents.ts';
import { dataContract } from '../../domain/kinds/data-contract.ts';
import { dataProduct } from '../../domain/kinds/data-product.ts';
import type { DocumentContent } from '../../domain/documents/read-document.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { putDocument } from '../documents/put-document.ts';
import { versionTag } from '../preconditions.ts';
import { runOnStored } from '../tasks/run-task.ts';
import type { BranchRequest } from './read-branch.ts';

/** A data product with the new versions of its output ports, and the entity tag of the text that it replaces. */
export type UpdatedProduct = { id: string; tag: string; content: DocumentContent };

/** The products whose output ports implement the contract, with its new version; at most those of 200 ports. */
export async function readUpdatedProducts(
  db: Db,
  organizationId: OrganizationId,
  { contractId, version, now }: { contractId: string; version: string; now: Date },
): Promise<UpdatedProduct[]> {
  const key = { organizationId, kind: dataContract.name, id: contractId };
  const { outputPorts } = await findContractHits(db, key);
  const updated: UpdatedProduct[] = [];
  for (const id of new Set(outputPorts.map(({ dataProductId }) => dataProductId))) {
    const kind = dataProduct.name;
    const stored = await findDocument(db, { organizationId, kind, id });
    if (!stored) continue;
    const texts = { body: stored.body, source: stored.source ?? undefined };
    const address = { kind, id, now };
    const content = await runOnStored('setPortVersions', texts, { contractId, version }, address);
    if (content) updated.push({ id, tag: versionTag(stored), content });
  }
  return updated;
}

/** Saves each product as a PUT of the caller, who needs the permission on its team. Refuses like `putDocument`. */
export async function putUpdatedProducts(
  database: Database,
  { principal, requestId, now }: BranchRequest,
  products: readonly UpdatedProduct[],
): Promise<void> {
  for (const { id, tag, content } of products) {
    const preconditions = { ifMatch: [tag], mustBeNew: false };
    const cause = { principal, requestId, now, preconditions };
    await putDocument(database, { kind: dataProduct, id, content, ...cause });
  }
}
