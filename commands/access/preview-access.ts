import type { Db } from '../../db/connect.ts';
import { findDocument } from '../../db/tables/documents/documents.ts';
import type { AccessOutcome } from '../../domain/access/access.ts';
import { approveAccess } from '../../domain/access/access-life.ts';
import type { AccessLife } from '../../domain/access/access-life.ts';
import { automaticPrincipal } from '../../domain/access/history.ts';
import { findPortFacts } from '../../domain/access/expected-grants.ts';
import type { PortFacts } from '../../domain/documents/product-extracts.ts';
import type { OrganizationId, Principal } from '../../domain/principal.ts';
import type { Json } from '../../lib/json/json.ts';
import { listHolders } from '../list-permission-holders.ts';
import type { PermissionHolders } from '../list-permission-holders.ts';
import { runOnStored } from '../tasks/run-task.ts';

/** The way in which an access gets its decision. */
export type DecidedBy = 'provider' | 'port' | 'same-team' | 'this-request' | 'earlier';

/** The consequences of a change of an access, for people. */
export type AccessPreview = {
  lifecycle: AccessLife['state'];
  decision: { by: DecidedBy; automatic: boolean; because: string } & PermissionHolders;
  activation: { when: 'now' | 'later' | 'on-approval' | 'never'; at?: string | undefined };
  endsAt?: string | undefined;
  grants: { platform?: string | undefined; roles: string[]; server?: Json | undefined }[];
};

const reasons: Readonly<Record<DecidedBy, string>> = {
  provider: 'The providing team decides about each request.',
  port: 'The output port approves requests by itself.',
  'same-team': 'The consuming team provides the output port itself.',
  'this-request': 'This request decides it.',
  earlier: 'It was decided before.',
};

/**
 * Tells what an access that is not stored would lead to: who decides, when it begins and ends, and the grants on the platform. A
 * requested access is shown as if it were approved now.
 */
export async function previewAccess(
  db: Db,
  { organizationId }: Principal,
  access: AccessOutcome,
  now: Date,
): Promise<{ access: AccessPreview }> {
  const by = decidedBy(access, now);
  const owners = [access.providerTeamId];
  const holders = await listHolders(db, organizationId, 'ACCESS_APPROVE', { owners });
  const approved = access.state === 'requested' ? approveAccess(access, now).life : access;
  const decision = {
    by,
    automatic: by === 'port' || by === 'same-team',
    because: reasons[by],
    ...holders,
  };
  return {
    access: {
      lifecycle: access.state,
      decision,
      activation: activationOf(access, approved, now),
      endsAt: approved.deactivateAt?.toISOString(),
      grants: isGranted(approved) ? [await grantOf(db, organizationId, access)] : [],
    },
  };
}

function decidedBy(access: AccessOutcome, now: Date): DecidedBy {
  if (access.state === 'requested') return 'provider';
  if (access.decidedBy === automaticPrincipal) {
    const { consumerType, consumerTeamId, providerTeamId } = access;
    return consumerType !== 'user' && consumerTeamId === providerTeamId ? 'same-team' : 'port';
  }
  return access.decidedAt?.getTime() === now.getTime() ? 'this-request' : 'earlier';
}

function isGranted({ state }: AccessLife): boolean {
  return state === 'active' || state === 'upcoming';
}

function activationOf(
  { state }: AccessLife,
  approved: AccessLife,
  now: Date,
): AccessPreview['activation'] {
  const { activateAt } = approved;
  const at = activateAt && activateAt > now ? activateAt.toISOString() : undefined;
  if (!isGranted(approved)) return { when: 'never' };
  if (state === 'requested') return { when: 'on-approval', at };
  return approved.state === 'upcoming' ? { when: 'later', at } : { when: 'now' };
}

/** A longer server is left out, because parsing it would hold up other requests. */
const maxServerLength = 32_768;

async function grantOf(
  db: Db,
  organizationId: OrganizationId,
  access: AccessOutcome,
): Promise<AccessPreview['grants'][number]> {
  const port = await readPort(db, organizationId, access);
  const { roles } = JSON.parse(access.body) as { roles?: string[] | null };
  const written = port?.server?.written ?? '';
  const isShown = written !== '' && written.length <= maxServerLength;
  return {
    platform: port ? port.platform : access.platform,
    roles: roles ?? [],
    ...(isShown && { server: JSON.parse(written) as Json }),
  };
}

async function readPort(
  db: Db,
  organizationId: OrganizationId,
  { providerProductId, providerPortId, providerPortName }: AccessOutcome,
): Promise<PortFacts | undefined> {
  const key = { organizationId, kind: 'data-product', id: providerProductId } as const;
  const product = await findDocument(db, key);
  if (!product) return undefined;
  const named = { providerPortId, providerPortName: providerPortName ?? null };
  const wanted = [providerPortId, providerPortName ?? providerPortId];
  return findPortFacts(named, await runOnStored('readPortFacts', product.body, wanted));
}
