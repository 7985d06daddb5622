import type { Json, JsonObject } from '../../lib/json.ts';
import { outputPortName } from '../output-ports.ts';
import { objectsOf, textOf } from '../standards/json-value.ts';
import { withoutAbsent } from './access.ts';

/** What the product says of one of its ports now. */
export type PortFacts = {
  id: string | undefined;
  name: string | undefined;
  /** Type of the port. */
  platform: string | undefined;
  /** Where it is: a custom property in ODPS, a member in DPS. */
  server: unknown;
};

/** The ports of a product, without everything else that it says. */
export function readPortFacts(product: JsonObject): PortFacts[] {
  return objectsOf(product['outputPorts']).map((port) => ({
    id: outputPortName(port),
    name: textOf(port['name']),
    platform: textOf(port['type']),
    server: serverOf(port),
  }));
}

function serverOf(port: Record<string, unknown>): unknown {
  const property = objectsOf(port['customProperties']).find(
    (each) => each['property'] === 'server',
  );
  return property?.['value'] ?? port['server'];
}

/**
 * What a grant is made of: who may use what, by the columns of the access, and nothing that a client only said. `roles` and
 * `provisioning` are JSON texts.
 */
export type GrantFacts = {
  id: string;
  providerProductId: string;
  providerPortId: string;
  providerPortName: string | null;
  providerTeamId: string | null;
  platform: string | null;
  contractId: string | null;
  contractVersion: string | null;
  consumerTeamId: string | null;
  consumerProductId: string | null;
  consumerUserId: string | null;
  roles: string | null;
  deactivateAt: Date | null;
  provisioning: string | null;
};

/** A grant that should exist on a platform: what decides about it, and what else is known. */
export type ExpectedGrant = { counted: JsonObject; shown: JsonObject };

/** The grant that an active access asks for, of the product as it is now; undefined on another platform. */
export function toExpectedGrant(
  access: GrantFacts,
  ports: readonly PortFacts[],
  wantedPlatform: string | undefined,
): ExpectedGrant | undefined {
  const port = findPort(access, ports);
  // A port that was taken out of its product is still on its platform.
  const platform = (port ? port.platform : access.platform) ?? undefined;
  if (wantedPlatform !== undefined && platform?.toLowerCase() !== wantedPlatform.toLowerCase()) {
    return undefined;
  }
  const { deactivateAt, provisioning } = access;
  const counted = withoutAbsent({
    accessId: access.id,
    platform,
    ...sidesOf(access),
    roles: parsed(access.roles) ?? [],
    server: port?.server,
  });
  const shown = withoutAbsent({
    ...counted,
    deactivateAt: deactivateAt?.toISOString(),
    provisioning: parsed(provisioning),
  });
  return { counted, shown };
}

function findPort(
  { providerPortId, providerPortName }: GrantFacts,
  ports: readonly PortFacts[],
): PortFacts | undefined {
  return (
    ports.find(({ id }) => id === providerPortId) ??
    ports.find(({ name }) => name !== undefined && name === providerPortName)
  );
}

/** What a JSON text holds; undefined for none, and for null. */
function parsed(text: string | null): Json | undefined {
  return text === null ? undefined : ((JSON.parse(text) as Json) ?? undefined);
}

function sidesOf(access: GrantFacts): { provider: JsonObject; consumer: JsonObject } {
  return {
    provider: withoutAbsent({
      dataProductId: access.providerProductId,
      outputPortId: access.providerPortId,
      teamId: access.providerTeamId ?? undefined,
      dataContractId: access.contractId ?? undefined,
      dataContractVersion: access.contractVersion ?? undefined,
    }),
    consumer: withoutAbsent({
      dataProductId: access.consumerProductId ?? undefined,
      userId: access.consumerUserId ?? undefined,
      teamId: access.consumerTeamId ?? undefined,
    }),
  };
}
