import { createHash } from 'node:crypto';

import { findOutputPort } from '../../domain/contract-tests/output-ports.ts';
import { objectOf, textOf } from '../../domain/standards/json-value.ts';
import { pause } from '../../lib/clock.ts';
import { problem } from '../problem.ts';
import { refusalOf } from './catalog.ts';
import type { Catalog } from './catalog.ts';
import type { Say } from './say.ts';

export const executor = 'simulator';
export const outcomes = ['succeed', 'fail', 'mixed'] as const;

/** The simulated component. */
export type Simulation = {
  call: Catalog;
  say: Say;
  /** Only output ports of this type. */
  platform: string | undefined;
  outcome: (typeof outcomes)[number];
  /** Duration of a grant in milliseconds. */
  delayMs: number;
  stopped: AbortSignal;
};

/** The current state of an access, with its reports. */
type Found = {
  id: string;
  /** Recently deleted: no report is accepted any more, but a grant may exist. */
  isDeleted: boolean;
  isActive: boolean;
  platform: string | undefined;
  status: string | undefined;
  executor: string | undefined;
  failedAt: string | undefined;
};

type Direction = 'provisioning' | 'deprovisioning';

/** The final status of each direction. */
const done = { provisioning: 'provisioned', deprovisioning: 'deprovisioned' } as const;

/**
 * Brings an access to the state of its event, from any state; after a kill it continues there. `since` is the time of the event:
 * a failure reported later has already answered it; without `since`, failures are retried.
 */
export async function provision(
  simulation: Simulation,
  id: string,
  direction: Direction,
  since?: string,
): Promise<void> {
  const found = await find(simulation, id);
  const reason = found ? reasonToSkip(simulation, found, direction, since) : 'it was deleted';
  if (found && reason === undefined) return bring(simulation, found, direction);
  simulation.say({
    step: 'skipped',
    accessId: id,
    platform: found?.platform,
    detail: reason ?? '',
  });
}

async function bring(simulation: Simulation, found: Found, direction: Direction): Promise<void> {
  const { delayMs, stopped, say } = simulation;
  if (found.isDeleted) {
    const { id, platform } = found;
    say({ step: 'grant-removed', accessId: id, platform, detail: 'it was deleted' });
    return;
  }
  const isBegun = found.status === direction && found.executor === executor;
  if (!isBegun && !(await report(simulation, found, `${direction}-started`))) return;
  await pause(delayMs, stopped);
  if (stopped.aborted) throw problem('It was told to stop.');
  const verdict = fails(simulation, found.id, direction) ? 'failed' : 'succeeded';
  await report(simulation, found, `${direction}-${verdict}`);
}

function reasonToSkip(
  simulation: Simulation,
  { status, isActive, failedAt = '', platform }: Found,
  direction: Direction,
  since: string | undefined,
): string | undefined {
  if (!isWanted(simulation, platform)) return `not on ${simulation.platform}`;
  if (isActive !== (direction === 'provisioning'))
    return isActive ? 'it is active again' : 'it is no longer active';
  if (status === done[direction]) return `${status} already`;
  const isAnswered = status === `${direction}-failed` && since !== undefined && failedAt >= since;
  return isAnswered ? 'it failed before; retry with --reconcile' : undefined;
}

function isWanted({ platform: wanted }: Simulation, platform: string | undefined): boolean {
  return wanted === undefined || platform?.toLowerCase() === wanted.toLowerCase();
}

/** The same result each time for the same access, also after a restart. */
function fails({ outcome }: Simulation, id: string, direction: Direction): boolean {
  if (outcome !== 'mixed') return outcome === 'fail';
  return (createHash('sha256').update(`${id} ${direction}`).digest()[0] ?? 0) % 2 === 0;
}

async function find({ call }: Simulation, id: string): Promise<Found | undefined> {
  const answer = await call('GET', `/api/access/${encodeURIComponent(id)}`);
  const body = objectOf(answer.json) ?? {};
  // The answer for a recently deleted access has its last state, whose grant must still be revoked.
  const last = objectOf(body['last']);
  if (answer.status === 200) return describe(call, id, body, false);
  if (answer.status !== 404) throw problem(refusalOf(answer));
  return last && describe(call, id, last, true);
}

async function describe(
  call: Catalog,
  id: string,
  access: Record<string, unknown>,
  isDeleted: boolean,
): Promise<Found> {
  const reported = objectOf(access['provisioning']) ?? {};
  return {
    id,
    isDeleted,
    isActive: objectOf(access['info'])?.['active'] === true,
    // If the product was deleted, the last report has the platform of the grant.
    platform: (await portType(call, access)) ?? textOf(reported['platform']),
    status: textOf(reported['status']),
    executor: textOf(reported['executor']),
    failedAt: textOf(reported['failedAt']),
  };
}

async function portType(
  call: Catalog,
  access: Record<string, unknown>,
): Promise<string | undefined> {
  const provider = objectOf(access['provider']);
  const productId = textOf(provider?.['dataProductId']) ?? '';
  const answer = await call('GET', `/api/dataproducts/${encodeURIComponent(productId)}`);
  const product = objectOf(answer.json) ?? {};
  const port = findOutputPort(product, textOf(provider?.['outputPortId']) ?? '');
  return textOf(port?.['type']);
}

/** Returns false if the access was deleted. */
async function report(
  { call, say }: Simulation,
  { id, platform }: Found,
  step: string,
): Promise<boolean> {
  const body = {
    executor,
    ...(platform !== undefined && { platform }),
    ...(step.endsWith('succeeded') && { reference: `simulated-grant-${id}`.slice(0, 200) }),
    ...(step.endsWith('failed') && { diagnostics: 'The simulator was configured to fail.' }),
  };
  const at = `/api/access/${encodeURIComponent(id)}/provisioning/${step}`;
  const answer = await call('POST', at, body);
  if (answer.status === 404) {
    say({ step: 'skipped', accessId: id, platform, detail: 'it was deleted' });
    return false;
  }
  if (answer.status !== 200) throw problem(refusalOf(answer));
  say({ step, accessId: id, platform });
  return true;
}
