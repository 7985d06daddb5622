import type { JsonObject } from '../../lib/json.ts';
import { statusOf } from './access-life.ts';
import type { AccessLife } from './access-life.ts';
import type { ProvisioningStatus } from './provisioning.ts';

export const consumerTypes = ['team', 'user', 'dataproduct'] as const;
export type ConsumerType = (typeof consumerTypes)[number];

/** Who provides and who consumes, with the teams that answer for both sides now. */
export type AccessParties = {
  providerProductId: string;
  /** Identity of the port: its id, else its name. */
  providerPortId: string;
  providerPortName: string | undefined;
  /** Owner of the product; when it is gone, the last one that it had. */
  providerTeamId: string | undefined;
  /** Type of the port when it was last requested. */
  platform: string | undefined;
  contractId: string | undefined;
  contractVersion: string | undefined;
  consumerType: ConsumerType;
  consumerTeamId: string | undefined;
  consumerProductId: string | undefined;
  consumerUserId: string | undefined;
};

/** An access as stored; `body` and `provisioning` are JSON texts. */
export type Access = AccessLife &
  AccessParties & {
    id: string;
    revision: number;
    body: string;
    reassessOn: string | undefined;
    provisioning: string | undefined;
    provisioningStatus: ProvisioningStatus | undefined;
    createdAt: Date;
    updatedAt: Date;
  };

/** A row of the database as an access: `undefined` where that has null. */
export function toAccess(row: object): Access {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]: [string, unknown]) => [name, value ?? undefined]),
  ) as Access;
}

/** What was last reported of its provisioning, if anything was. */
export function provisioningOf({
  provisioning: body,
  provisioningStatus: status,
}: Access): { body: string; status: ProvisioningStatus } | undefined {
  return body === undefined || status === undefined ? undefined : { body, status };
}

/** An access as it is read: what was said, and what the server answers for. */
export function presentAccess(access: Access): JsonObject {
  const body = JSON.parse(access.body) as JsonObject &
    Record<'info' | 'provider' | 'consumer', JsonObject>;
  const { startOn, endOn, deactivateAt, providerTeamId, contractId, contractVersion } = access;
  const shownInfo = {
    ...body.info,
    status: statusOf(access),
    active: access.state === 'active',
    startDate: startOn,
    endDate: endOn,
    deactivateAt: deactivateAt?.toISOString(),
  };
  const shownProvider = {
    ...body.provider,
    teamId: providerTeamId,
    dataContractId: contractId,
    dataContractVersion: contractVersion,
  };
  const shown = {
    ...body,
    info: withoutAbsent(shownInfo),
    provider: withoutAbsent(shownProvider),
    consumer: withoutAbsent({ ...body.consumer, teamId: access.consumerTeamId }),
    lifecycle: access.state,
  };
  const { provisioning } = access;
  if (provisioning === undefined) return shown;
  return { ...shown, provisioning: JSON.parse(provisioning) as JsonObject };
}

/** Members that have a value. */
export function withoutAbsent(members: object): JsonObject {
  return Object.fromEntries(
    Object.entries(members as JsonObject).filter(([, value]) => value !== undefined),
  );
}
