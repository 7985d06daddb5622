import type { Tx } from '../../db/connect.ts';
import { keepDocument } from '../../db/tables/document-locks.ts';
import { findDocument } from '../../db/tables/documents.ts';
import type { AccessParties } from '../../domain/access/access.ts';
import type { AccessWish, NamedConsumer } from '../../domain/access/access-body.ts';
import {
  approvesByItself,
  findOutputPort,
  outputPortName,
  outputPortNames,
} from '../../domain/output-ports.ts';
import { refuse } from '../../domain/errors.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { textOf } from '../../domain/standards/json-value.ts';
import type { JsonObject } from '../../lib/json.ts';

/** Both sides of an access, and whether it needs no decision: the port says so, or the sides are one team. */
export type ReadParties = { parties: AccessParties; approvesItself: boolean };

type Wish = Pick<AccessWish, 'dataProductId' | 'outputPortId' | 'consumer'>;

/**
 * Reads both sides of an access and keeps what they name until the end of the transaction. Refuses with `unknown_reference`
 * a product, port or team that does not exist.
 */
export async function readParties(
  tx: Tx,
  organizationId: OrganizationId,
  wish: Wish,
): Promise<ReadParties> {
  const { dataProductId } = wish;
  const product = { organizationId, kind: 'data-product', id: dataProductId } as const;
  const owner = await keep(tx, product, 'provider.dataProductId');
  const port = await readPort(tx, organizationId, wish);
  const contractId = textOf(port['contractId']) ?? textOf(port['dataContractId']);
  const consumer = await readConsumerSide(tx, organizationId, wish.consumer);
  const providerTeamId = owner ?? undefined;
  return {
    parties: {
      providerProductId: dataProductId,
      providerPortId: outputPortName(port) ?? wish.outputPortId,
      providerPortName: textOf(port['name']),
      providerTeamId,
      platform: textOf(port['type']),
      contractId,
      contractVersion: await findVersion(tx, organizationId, contractId),
      ...consumer,
    },
    approvesItself:
      approvesByItself(port) ||
      (consumer.consumerType !== 'user' &&
        providerTeamId !== undefined &&
        providerTeamId === consumer.consumerTeamId),
  };
}

/** Owner of what is named; refuses when it does not exist. */
async function keep(
  tx: Tx,
  key: { organizationId: OrganizationId; kind: 'data-product' | 'team'; id: string },
  field: string,
): Promise<string | null> {
  const kept = await keepDocument(tx, key);
  if (kept) return kept.ownerId;
  const what = key.kind.replace('-', ' ');
  return refuseUnknown(field, `There is no ${what} with the id '${key.id}'`);
}

function refuseUnknown(field: string, problem: string): never {
  return refuse('unknown_reference', `${problem}: put the id of an existing one into '${field}'.`, {
    violations: [{ field, message: problem }],
  });
}

async function readPort(
  tx: Tx,
  organizationId: OrganizationId,
  { dataProductId, outputPortId }: Wish,
): Promise<JsonObject> {
  const key = { organizationId, kind: 'data-product', id: dataProductId };
  const stored = await findDocument(tx, key);
  const document = JSON.parse(stored?.body ?? '{}') as JsonObject;
  const port = findOutputPort(document, outputPortId);
  if (port) return port as JsonObject;
  const names = [...new Set(outputPortNames(document))].map((name) => `'${name}'`).join(', ');
  const known = names === '' ? 'it has none' : `it has ${names}`;
  return refuseUnknown(
    'provider.outputPortId',
    `The data product '${dataProductId}' has no output port '${outputPortId}' (${known})`,
  );
}

async function findVersion(
  tx: Tx,
  organizationId: OrganizationId,
  contractId: string | undefined,
): Promise<string | undefined> {
  if (contractId === undefined) return undefined;
  const stored = await findDocument(tx, { organizationId, kind: 'data-contract', id: contractId });
  if (!stored) return undefined;
  const { version, info } = JSON.parse(stored.body) as {
    version?: unknown;
    info?: { version?: unknown };
  };
  return textOf(version) ?? textOf(info?.version);
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
  const nobody = {
    consumerTeamId: undefined,
    consumerProductId: undefined,
    consumerUserId: undefined,
  };
  switch (consumer.type) {
    case 'team': {
      const { teamId } = consumer;
      await keep(tx, { organizationId, kind: 'team', id: teamId }, 'consumer.teamId');
      return { ...nobody, consumerType: 'team', consumerTeamId: teamId };
    }
    case 'dataproduct': {
      const { dataProductId: id } = consumer;
      const key = { organizationId, kind: 'data-product', id } as const;
      const owner = await keep(tx, key, 'consumer.dataProductId');
      return {
        ...nobody,
        consumerType: 'dataproduct',
        consumerProductId: id,
        consumerTeamId: owner ?? undefined,
      };
    }
    case 'user':
      return { ...nobody, consumerType: 'user', consumerUserId: consumer.userId };
  }
}
