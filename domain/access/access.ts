import type { JsonObject } from '../../lib/json/json.ts';
import { statusOf } from './access-life.ts';
import type { AccessLife } from './access-life.ts';
import type { ProvisioningStatus } from './provisioning.ts';

export const consumerTypes = ['team', 'user', 'dataproduct'] as const;
export type ConsumerType = (typeof consumerTypes)[number];

/** Provider and consumer, with the teams currently responsible for each. */
export type AccessParties = {
  providerProductId: string;
  /** Identity of the port: its id, else its name. */
  providerPortId: string;
  providerPortName: string | undefined;
  /** Owner of the product; its last owner if the product is deleted. */
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

/** The last provisioning report, if any. */
export function provisioningOf({
  provisioning: body,
  provisioningStatus: status,
}: Access): { body: string; status: ProvisioningStatus } | undefined {
  return body === undefined || status === undefined ? undefined : { body, status };
}

/** An access as clients read it: the stored body, and the members set by the server. */
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

/** Removes members without a value. */
export function withoutAbsent(members: object): JsonObject {
  return Object.fromEntries(
    Object.entries(members as JsonObject).filter(([, value]) => value !== undefined),
  );
}
