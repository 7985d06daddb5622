import { presentAccess } from '../access/access.ts';
import { accessEvents } from '../access/access-events.ts';
import { readEnd, readStart } from '../access/access-dates.ts';
import { approveAccess } from '../access/access-life.ts';
import type { AccessLife, AccessStep } from '../access/access-life.ts';
import type { Provisioning } from '../access/provisioning.ts';
import { canonicalJson } from '../../lib/json/json.ts';
import type { JsonObject } from '../../lib/json/json.ts';

/** Hours after which a sandbox ends by itself. */
export const sandboxHours = 24;

/** Maximum number of sandboxes of one person or key. */
export const ownSandboxesAllowed = 5;

/** Maximum number of entries of a sandbox; a reset deletes them. */
export const entriesAllowed = 1_000;

/** Ids of what a sandbox pretends to have. */
export const sandboxIds = {
  access: 'sandbox-access',
  product: 'sandbox-product',
  port: 'sandbox-port',
  contract: 'sandbox-contract',
  provider: 'sandbox-provider',
  consumer: 'sandbox-consumer',
} as const;

/** What the fake access is about; dates are days or date-times. */
export type SandboxSetup = {
  platform: string;
  roles: readonly string[];
  startDate?: string | undefined;
  endDate?: string | undefined;
};

/** The fake access, without its setup. */
export type SandboxState = { life: AccessLife; provisioning: Provisioning | undefined };

/** A sandbox as it is stored. */
export type Sandbox = {
  id: string;
  name: string;
  createdBy: string;
  createdAt: Date;
  expiresAt: Date;
  /** By how much its clock is ahead. */
  aheadMs: number;
  setup: SandboxSetup;
  state: SandboxState;
};

/** Time of the clock of a sandbox. */
export function sandboxTime({ aheadMs }: Pick<Sandbox, 'aheadMs'>, now: Date): Date {
  return new Date(now.getTime() + aheadMs);
}

/** A new fake access, requested and approved at this time, with the events of a real one. */
export function beginAccess({ startDate, endDate }: SandboxSetup, now: Date): AccessStep {
  const start = startDate === undefined ? undefined : readStart(startDate);
  const end = endDate === undefined ? undefined : readEnd(endDate);
  const requested: AccessLife = {
    state: 'requested',
    startOn: start?.startOn,
    endOn: end?.endOn,
    activateAt: start?.activateAt,
    deactivateAt: end?.deactivateAt,
    decidedAt: undefined,
    changeRequestedAt: undefined,
    canceledAt: undefined,
    activatedAt: undefined,
    deactivatedAt: undefined,
  };
  const { life, events } = approveAccess(requested, now);
  return { life, events: [accessEvents.created, accessEvents.requested, ...events] };
}

/** The fake access as `GET /api/access/{id}` answers real ones. */
export function presentSandboxAccess({ setup, state, createdAt, createdBy }: Sandbox): JsonObject {
  const { platform, roles } = setup;
  const { life, provisioning } = state;
  const { access: id, product, port, contract, provider, consumer } = sandboxIds;
  const body = {
    id,
    info: { purpose: 'Try a provisioning component' },
    provider: { dataProductId: product, outputPortId: port },
    consumer: { teamId: consumer },
    roles: [...roles],
  };
  return presentAccess({
    ...life,
    id,
    revision: 1,
    body: JSON.stringify(body),
    reassessOn: undefined,
    provisioning: provisioning && JSON.stringify(provisioning),
    provisioningStatus: provisioning?.status,
    requestedBy: createdBy,
    requestedByName: undefined,
    decidedBy: 'system',
    decidedByName: 'Concordat',
    decisionNote: undefined,
    createdAt,
    updatedAt: createdAt,
    providerProductId: product,
    providerProductName: 'Sandbox product',
    providerPortId: port,
    providerPortName: port,
    providerTeamId: provider,
    providerTeamName: 'Sandbox provider',
    platform,
    contractId: contract,
    contractVersion: '1.0.0',
    consumerType: 'team',
    consumerTeamId: consumer,
    consumerTeamName: 'Sandbox consumer',
    consumerProductId: undefined,
    consumerProductName: undefined,
    consumerUserId: undefined,
    consumerUserName: undefined,
  });
}

/** The fake data product with the output port of the access. */
export function presentSandboxProduct({ setup }: Sandbox): JsonObject {
  const { product, port, contract, provider } = sandboxIds;
  return {
    apiVersion: 'v1.0.0',
    kind: 'DataProduct',
    id: product,
    name: 'Sandbox product',
    status: 'active',
    team: { name: provider },
    outputPorts: [
      { id: port, name: port, version: '1.0.0', type: setup.platform, contractId: contract },
    ],
  };
}

/** The grants that should exist in a sandbox: that of the access while it is active. */
export function sandboxGrants({ setup, state }: Sandbox): JsonObject[] {
  if (state.life.state !== 'active') return [];
  const { access, product, port, provider, consumer } = sandboxIds;
  const grant: JsonObject = {
    accessId: access,
    platform: setup.platform,
    provider: { dataProductId: product, outputPortId: port, teamId: provider },
    consumer: { teamId: consumer },
    roles: [...setup.roles],
  };
  const { deactivateAt } = state.life;
  if (deactivateAt) grant['deactivateAt'] = deactivateAt.toISOString();
  if (state.provisioning) grant['provisioning'] = state.provisioning as JsonObject;
  return [grant];
}

/** The text by whose digest a component sees that the grants are unchanged; reports do not change it. */
export function countedGrants(grants: readonly JsonObject[]): string {
  return grants.map((grant) => canonicalJson({ ...grant, provisioning: null })).join('\n');
}

const instants = [
  'activateAt',
  'deactivateAt',
  'decidedAt',
  'changeRequestedAt',
  'canceledAt',
  'activatedAt',
  'deactivatedAt',
] as const satisfies readonly (keyof AccessLife)[];

/** The state from its stored JSON, in which instants are texts. */
export function readSandboxState(text: string): SandboxState {
  const { life, provisioning } = JSON.parse(text) as SandboxState;
  const read = { ...life };
  for (const name of instants) {
    const stored = life[name] as unknown as string | undefined;
    read[name] = stored === undefined ? undefined : new Date(stored);
  }
  return { life: read, provisioning };
}
