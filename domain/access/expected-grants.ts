import { createHash } from 'node:crypto';
import { canonicalJson } from '../../lib/json.ts';
import type { JsonObject } from '../../lib/json.ts';
import { findOutputPort } from '../output-ports.ts';
import { objectsOf, textOf } from '../standards/json-value.ts';
import { presentAccess, withoutAbsent } from './access.ts';
import type { Access } from './access.ts';

/** A grant that should exist on a platform while its access is active. */
export type ExpectedGrant = {
  accessId: string;
  /** Type of the output port. */
  platform?: string;
  provider: JsonObject;
  consumer: JsonObject;
  roles: string[];
  server?: unknown;
  deactivateAt?: string;
  provisioning?: JsonObject;
};

/** The grant that an active access asks for, of the product as it is now; undefined on another platform. */
export function toExpectedGrant(
  access: Access,
  product: JsonObject | undefined,
  wantedPlatform: string | undefined,
): ExpectedGrant | undefined {
  const port = product && findOutputPort(product, access.providerPortId);
  // A port that was taken out of its product is still on its platform.
  const platform = port ? textOf(port['type']) : access.platform;
  if (wantedPlatform !== undefined && platform?.toLowerCase() !== wantedPlatform.toLowerCase()) {
    return undefined;
  }
  const { provider, consumer, provisioning } = presentAccess(access);
  return withoutAbsent({
    accessId: access.id,
    platform,
    provider,
    consumer,
    roles: rolesOf(access),
    server: port && serverOf(port),
    deactivateAt: access.deactivateAt?.toISOString(),
    provisioning,
  }) as ExpectedGrant;
}

function rolesOf({ body }: Access): string[] {
  const { roles } = JSON.parse(body) as { roles?: string[] | null };
  return roles ?? [];
}

/** DPS has a member for it, ODPS a custom property. */
function serverOf(port: Record<string, unknown>): unknown {
  const property = objectsOf(port['customProperties']).find(
    (each) => each['property'] === 'server',
  );
  return property?.['value'] ?? port['server'];
}

/** Equal while the same grants are expected; what was reported of them, and when they end, does not count. */
export function checksumOf(grants: readonly ExpectedGrant[]): string {
  const counted = grants.map(({ accessId, platform, provider, consumer, roles, server }) => ({
    accessId,
    platform,
    provider,
    consumer,
    roles,
    server,
  }));
  return createHash('sha256').update(canonicalJson(counted)).digest('hex').slice(0, 32);
}
