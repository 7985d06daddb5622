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
    requestedBy: string | undefined;
    /** Principal that approved or rejected it; `system` if a rule did. */
    decidedBy: string | undefined;
    /** Note of the last decision. */
    decisionNote: string | undefined;
    createdAt: Date;
    updatedAt: Date;
  };

/** The part of an access that a change decides, for a preview of the change. */
export type AccessOutcome = AccessLife &
  AccessParties &
  Pick<Access, 'id' | 'body'> & { decidedBy: string | undefined };

/** An access with the names of its teams and products; deleted ones have none. */
export type NamedAccess = Access & {
  providerTeamName: string | undefined;
  providerProductName: string | undefined;
  consumerTeamName: string | undefined;
  consumerProductName: string | undefined;
};

/** The names of the people or keys that requested an access and decided about it, and of the person who consumes it. */
export type PeopleNames = {
  consumerUserName: string | undefined;
  requestedByName: string | undefined;
  decidedByName: string | undefined;
};

/** An access with the names that clients see. */
export type ShownAccess = NamedAccess & PeopleNames;

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
export function presentAccess(access: ShownAccess): JsonObject {
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
    ...presentDecision(access),
  };
  const shownProvider = {
    ...body.provider,
    dataProductName: access.providerProductName,
    outputPortName: access.providerPortName,
    teamId: providerTeamId,
    teamName: access.providerTeamName,
    dataContractId: contractId,
    dataContractVersion: contractVersion,
  };
  const shown = {
    ...body,
    info: withoutAbsent(shownInfo),
    provider: withoutAbsent(shownProvider),
    consumer: withoutAbsent({ ...body.consumer, ...presentConsumer(access) }),
    lifecycle: access.state,
  };
  const { provisioning } = access;
  if (provisioning === undefined) return shown;
  return { ...shown, provisioning: JSON.parse(provisioning) as JsonObject };
}

function presentConsumer(access: ShownAccess): object {
  const { consumerProductName, consumerTeamId, consumerTeamName, consumerUserName } = access;
  return {
    dataProductName: consumerProductName,
    teamId: consumerTeamId,
    teamName: consumerTeamName,
    userName: consumerUserName,
  };
}

/** The authors and times of request and decision, and the note of the last decision. */
function presentDecision(access: ShownAccess): object {
  const { createdAt, requestedBy, requestedByName, decidedAt, decidedBy, decidedByName } = access;
  return {
    requestedAt: createdAt.toISOString(),
    requestedBy,
    requestedByName,
    decidedAt: decidedAt?.toISOString(),
    decidedBy,
    decidedByName,
    decisionNote: access.decisionNote,
    changeRequestedAt: access.changeRequestedAt?.toISOString(),
  };
}

/** Removes members without a value. */
export function withoutAbsent(members: object): JsonObject {
  return Object.fromEntries(
    Object.entries(members as JsonObject).filter(([, value]) => value !== undefined),
  );
}
