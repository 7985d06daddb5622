import { canonicalJson } from '../../lib/json/json.ts';
import type { Json, JsonObject } from '../../lib/json/json.ts';
import type { PortFacts } from '../documents/product-extracts.ts';
import { withoutAbsent } from './access.ts';

/**
 * The facts that make up a grant, from columns of the access instead of the client's body. `roles` and
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

/**
 * A grant that should exist on a platform: `counted` is canonical JSON of the facts that identify it, `shown`
 * the JSON text for clients.
 */
export type ExpectedGrant = { counted: string; shown: string };

/** The grant for an active access, based on the current product; undefined on another platform. */
export function toExpectedGrant(
  access: GrantFacts,
  ports: readonly PortFacts[],
  wantedPlatform: string | undefined,
): ExpectedGrant | undefined {
  const port = findPortFacts(access, ports);
  // A port removed from its product still exists on its platform.
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
  });
  const shown = withoutAbsent({
    ...counted,
    deactivateAt: deactivateAt?.toISOString(),
    provisioning: parsed(provisioning),
  });
  if (!port?.server) return { counted: canonicalJson(counted), shown: JSON.stringify(shown) };
  const { canonical, written } = port.server;
  return {
    counted: withServer(canonicalJson(counted), canonical),
    shown: withServer(JSON.stringify(shown), written),
  };
}

/** Appends the server, which is also its position in canonical JSON. */
function withServer(grant: string, server: string): string {
  return `${grant.slice(0, -1)},"server":${server}}`;
}

/** The port of an access among those of its product, by its id, else by its name. */
export function findPortFacts(
  { providerPortId, providerPortName }: Pick<GrantFacts, 'providerPortId' | 'providerPortName'>,
  ports: readonly PortFacts[],
): PortFacts | undefined {
  return (
    ports.find(({ id }) => id === providerPortId) ??
    ports.find(({ name }) => name !== undefined && name === providerPortName)
  );
}

/** Parses a JSON text; undefined for null and for a JSON `null`. */
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
