import { shareStatements } from '../../db/batched.ts';
import type { Tx } from '../../db/connect.ts';
import {
  keepOwnerOfProduct,
  listOpenAccessOfTeam,
  lockAccessOfProduct,
} from '../../db/tables/access/access.ts';
import { writeAccess } from '../../db/tables/access/writes.ts';
import { provisioningOf } from '../../domain/access/access.ts';
import type { Access } from '../../domain/access/access.ts';
import {
  advanceAccess,
  cancelAccess,
  endNow,
  rejectAccess,
} from '../../domain/access/access-life.ts';
import type { AccessStep } from '../../domain/access/access-life.ts';
import { refuse } from '../../domain/errors.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { toEvent } from './change-access.ts';
import type { AccessCause } from './change-access.ts';

/** A deleted product and its former owner. */
export type DeletedProduct = { organizationId: OrganizationId; id: string; ownerId: string | null };

/** Maximum number of accesses named in a message. */
const named = 5;

/**
 * Ends all accesses of a product that was deleted in this transaction: requests are rejected, upcoming accesses never begin.
 * Refuses with `in_use` while an access is active. A concurrent request for access waits for the product, and then finds it
 * deleted.
 */
export async function endAccessOfProduct(
  tx: Tx,
  { organizationId, id, ownerId }: DeletedProduct,
  cause: AccessCause,
): Promise<void> {
  const { now } = cause;
  await keepOwnerOfProduct(tx, organizationId, id, ownerId);
  const all = (await lockAccessOfProduct(tx, organizationId, id)).map((stored) => ({
    stored,
    due: advanceAccess(stored, now),
  }));
  const active = all
    .filter(({ due }) => due.life.state === 'active')
    .map(({ stored }) => stored.id);
  if (active.length > 0) refuseInUse(`The data product '${id}'`, active);
  // The accesses are locked and independent of each other.
  await shareStatements(tx, () =>
    Promise.all(all.map((each) => end(tx, each, organizationId, cause))),
  );
}

async function end(
  tx: Tx,
  { stored, due }: { stored: Access; due: AccessStep },
  organizationId: OrganizationId,
  cause: AccessCause,
): Promise<void> {
  const { now } = cause;
  const access: Access = { ...stored, ...due.life };
  const step =
    access.state === 'requested'
      ? rejectAccess(access, now)
      : access.state === 'upcoming'
        ? cancelAccess(access, endNow(now), now)
        : { life: access, events: [] };
  await writeAccess(tx, {
    ...cause,
    organizationId,
    id: stored.id,
    before: stored,
    life: step.life,
    parties: stored,
    body: stored.body,
    reassessOn: stored.reassessOn,
    provisioning: provisioningOf(stored),
    events: [...due.events, ...step.events].map(toEvent),
  });
}

/** Refuses with `in_use` to delete a team that consumes an access or requests one. */
export async function assertConsumesNothing(
  tx: Tx,
  { organizationId, id }: { organizationId: OrganizationId; id: string },
): Promise<void> {
  const open = await listOpenAccessOfTeam(tx, organizationId, id, named + 1);
  if (open.length > 0) refuseInUse(`The team '${id}'`, open);
}

function refuseInUse(what: string, ids: readonly string[]): never {
  const names = ids
    .slice(0, named)
    .map((id) => `'${id}'`)
    .join(', ');
  const more = ids.length > named ? ' and others' : '';
  const access = ids.length === 1 ? 'the access' : 'the accesses';
  return refuse(
    'in_use',
    `${what} is used in ${access} ${names}${more}; cancel or delete them first.`,
  );
}
