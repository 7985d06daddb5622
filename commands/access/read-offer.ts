import type { Db, Tx } from '../../db/connect.ts';
import { findDocument, findHeadAndTeams } from '../../db/tables/documents/documents.ts';
import type { DocumentKey, StoredDocument } from '../../db/tables/documents/documents.ts';
import type { AccessChangeRequest } from '../../domain/access/access-body.ts';
import type { PortExtract } from '../../domain/documents/product-extracts.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { runOnStored } from '../tasks/run-task.ts';

type Version = Pick<StoredDocument, 'revision' | 'edition'>;

/** The provider's side of an access request, and the versions of the documents it was read from. */
export type Offer = {
  product: Version | undefined;
  port: PortExtract | undefined;
  /** Ports of the product, for an error message. */
  knownPorts: string | undefined;
  contract: Version | undefined;
  contractVersion: string | undefined;
};

/** Reads the requested port and its contract; long documents take seconds, so this must run outside of a transaction. */
export async function readOffer(
  db: Db,
  organizationId: OrganizationId,
  { dataProductId, outputPortId }: Pick<AccessChangeRequest, 'dataProductId' | 'outputPortId'>,
): Promise<Offer> {
  const product = await findDocument(db, {
    organizationId,
    kind: 'data-product',
    id: dataProductId,
  });
  const { port, known } = product
    ? await runOnStored('findPort', product.body, outputPortId)
    : { port: undefined, known: undefined };
  const contract =
    port?.contractId === undefined
      ? undefined
      : await findDocument(db, contractKey(organizationId, port.contractId));
  return {
    product,
    port,
    knownPorts: known,
    contract,
    contractVersion: contract && (await runOnStored('findContractVersion', contract.body)),
  };
}

/** True if the contract of an offer has not changed since it was read. */
export async function hasSameContract(
  tx: Tx,
  organizationId: OrganizationId,
  { port, contract }: Offer,
): Promise<boolean> {
  if (port?.contractId === undefined) return true;
  const { head } = await findHeadAndTeams(tx, contractKey(organizationId, port.contractId), []);
  return isSameVersion(head, contract);
}

/** True if two versions belong to the same text, or both are missing. */
export function isSameVersion(one: Version | undefined, other: Version | undefined): boolean {
  return one?.revision === other?.revision && one?.edition === other?.edition;
}

function contractKey(organizationId: OrganizationId, id: string): DocumentKey {
  return { organizationId, kind: 'data-contract', id };
}
