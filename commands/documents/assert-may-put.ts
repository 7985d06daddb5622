import type { Db } from '../../db/connect.ts';
import type { DocumentHead } from '../../db/tables/documents.ts';
import { listTeamPath } from '../../db/views/team-path.ts';
import { refuse } from '../../domain/errors.ts';
import type { Extract } from '../../domain/kinds/kind.ts';
import { assertPermission } from './assert-permission.ts';
import { neededPermissions } from './needed-permissions.ts';
import { listFormerOwners, listNamedOwners } from './owning-document.ts';

type Put = Parameters<typeof neededPermissions>[1];

/** Refuses with `permission_denied` what the principal may not write, on the owners as they are and as they would be. */
export function assertMayPut(
  db: Db,
  put: Put,
  extract: Extract,
  { head, ownerId }: { head: DocumentHead | undefined; ownerId: string | undefined },
): Promise<void> {
  return put.kind.belongsTo
    ? assertMayPutInto(db, put, extract, head)
    : assertMayPutOwned(db, put, head, ownerId);
}

async function assertMayPutOwned(
  db: Db,
  put: Put,
  head: DocumentHead | undefined,
  ownerId: string | undefined,
): Promise<void> {
  const needed = await neededPermissions(db, put, head !== undefined);
  // What happens to a team is up to the team itself; to create one, to its parent.
  const isOwnOwner = put.kind.isTree && head !== undefined;
  const current = isOwnOwner ? put.id : (head?.ownerId ?? undefined);
  const owners = head
    ? [current, ...(isOwnOwner && ownerId === (head.ownerId ?? undefined) ? [] : [ownerId])]
    : [ownerId];
  for (const permission of needed) await assertPermission(db, put.principal, permission, owners);
}

/** What belongs to another document is judged on the owners of that one, and of the one that it belonged to. */
async function assertMayPutInto(
  db: Db,
  { kind, id, principal }: Put,
  { references = [] }: Extract,
  head: DocumentHead | undefined,
): Promise<void> {
  const key = { organizationId: principal.organizationId, kind: kind.name, id };
  const named = await listNamedOwners(db, key, kind, references);
  const former = head ? await listFormerOwners(db, key, kind) : [];
  const { add, edit } = kind.permissions;
  await assertPermission(db, principal, head ? edit : add, [...named, ...former]);
}

/** A team below itself would make every walk up the tree endless. */
export async function assertNoCycle(db: Db, put: Put, parentId: string | undefined): Promise<void> {
  if (!put.kind.isTree || parentId === undefined) return;
  const path = await listTeamPath(db, put.principal.organizationId, parentId);
  if (put.id === parentId || path.some((team) => team.id === put.id)) {
    refuse(
      'team_hierarchy_cycle',
      `Team '${put.id}' cannot be below '${parentId}', which is below '${put.id}' itself.`,
    );
  }
}
