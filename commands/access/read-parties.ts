import type { Tx } from '../../db/connect.ts';
import { keepDocument } from '../../db/tables/documents/locks.ts';
import type { AccessParties } from '../../domain/access/access.ts';
import type { AccessChangeRequest, NamedConsumer } from '../../domain/access/access-body.ts';
import type { PortExtract } from '../../domain/documents/product-extracts.ts';
import { refuse } from '../../domain/errors.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { hasSameContract, isSameVersion } from './read-offer.ts';
import type { Offer } from './read-offer.ts';

/** Both sides of an access, and whether no decision is needed: the port is self-service, or both sides are one team. */
export type ReadParties = { parties: AccessParties; approvesItself: boolean };

type PartiesRequest = Pick<AccessChangeRequest, 'dataProductId' | 'outputPortId' | 'consumer'>;

/**
 * Reads both sides of an access and locks the named documents until the end of the transaction; undefined if the offer has
 * changed since it was read. Refuses with `unknown_reference` if a product, port or team does not exist.
 */
export async function readParties(
  tx: Tx,
  organizationId: OrganizationId,
  request: PartiesRequest,
  offer: Offer,
): Promise<ReadParties | undefined> {
  const { dataProductId } = request;
  const product = { organizationId, kind: 'data-product', id: dataProductId } as const;
  const kept = await keep(tx, product, 'provider.dataProductId');
  if (!isSameVersion(kept, offer.product)) return undefined;
  const port = portOf(offer, request);
  const consumer = await readConsumerSide(tx, organizationId, request.consumer);
  if (!(await hasSameContract(tx, organizationId, offer))) return undefined;
  const providerTeamId = kept.ownerId ?? undefined;
  return {
    parties: {
      providerProductId: dataProductId,
      providerPortId: port.id ?? request.outputPortId,
      providerPortName: port.name,
      providerTeamId,
      platform: port.type,
      contractId: port.contractId,
      contractVersion: offer.contractVersion,
      ...consumer,
    },
    approvesItself:
      port.approvesItself ||
      (consumer.consumerType !== 'user' &&
        providerTeamId !== undefined &&
        providerTeamId === consumer.consumerTeamId),
  };
}

/** Owner and version of a named document; refuses if it does not exist. */
async function keep(
  tx: Tx,
  key: { organizationId: OrganizationId; kind: 'data-product' | 'team'; id: string },
  field: string,
): Promise<NonNullable<Awaited<ReturnType<typeof keepDocument>>>> {
  const kept = await keepDocument(tx, key);
  if (kept) return kept;
  const what = key.kind.replace('-', ' ');
  return refuseUnknown(field, `There is no ${what} with the id '${key.id}'`);
}

function refuseUnknown(field: string, problem: string): never {
  return refuse('unknown_reference', `${problem}: put the id of an existing one into '${field}'.`, {
    violations: [{ field, message: problem }],
  });
}

function portOf(
  { port, knownPorts }: Offer,
  { dataProductId, outputPortId }: PartiesRequest,
): PortExtract {
  if (port) return port;
  const known = knownPorts === undefined ? 'it has none' : `it has ${knownPorts}`;
  return refuseUnknown(
    'provider.outputPortId',
    `The data product '${dataProductId}' has no output port '${outputPortId}' (${known})`,
  );
}

type ConsumerSide = Pick<
  AccessParties,
  'consumerType' | 'consumerTeamId' | 'consumerProductId' | 'consumerUserId'
>;

async function readConsumerSide(
  tx: Tx,
  organizationId: OrganizationId,
  consumer: NamedConsumer,
): Promise<ConsumerSide> {
  const none = {
    consumerTeamId: undefined,
    consumerProductId: undefined,
    consumerUserId: undefined,
  };
  switch (consumer.type) {
    case 'team': {
      const { teamId } = consumer;
      await keep(tx, { organizationId, kind: 'team', id: teamId }, 'consumer.teamId');
      return { ...none, consumerType: 'team', consumerTeamId: teamId };
    }
    case 'dataproduct': {
      const { dataProductId: id } = consumer;
      const key = { organizationId, kind: 'data-product', id } as const;
      const { ownerId } = await keep(tx, key, 'consumer.dataProductId');
      return {
        ...none,
        consumerType: 'dataproduct',
        consumerProductId: id,
        consumerTeamId: ownerId ?? undefined,
      };
    }
    case 'user':
      return { ...none, consumerType: 'user', consumerUserId: consumer.userId };
  }
}
