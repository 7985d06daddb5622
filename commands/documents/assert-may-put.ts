import type { Db } from '../../db/connect.ts';
import { findDocument } from '../../db/tables/documents/documents.ts';
import type { DocumentHead } from '../../db/tables/documents/documents.ts';
import { listTeamPath } from '../../db/views/documents/team-path.ts';
import type { DocumentContent } from '../../domain/documents/read-document.ts';
import { refuse } from '../../domain/errors.ts';
import type { DocumentKind } from '../../domain/kinds/kind.ts';
import { actsForOrganization } from '../../domain/organizations/permissions.ts';
import type { Permission } from '../../domain/organizations/permissions.ts';
import type { Principal } from '../../domain/principal.ts';
import { assertPermission } from '../assert-permission.ts';
import { permissionsToEdit } from './content-difference.ts';
import { listFormerOwners, listNamedOwners } from './owning-document.ts';

type Put = {
  kind: DocumentKind;
  id: string;
  content: DocumentContent;
  principal: Principal;
};

/** Refuses with `permission_denied` unless the principal may write the document for its current and its new owners. */
export function assertMayPut(
  db: Db,
  put: Put,
  { head, ownerId }: { head: DocumentHead | undefined; ownerId: string | undefined },
): Promise<void> {
  return put.kind.belongsTo
    ? assertMayPutInto(db, put, head)
    : assertMayPutOwned(db, put, head, ownerId);
}

async function assertMayPutOwned(
  db: Db,
  put: Put,
  head: DocumentHead | undefined,
  ownerId: string | undefined,
): Promise<void> {
  const needed = await neededPermissions(db, put, head !== undefined);
  // Changing a team requires rights on the team itself; creating a team requires rights on its parent.
  const isOwnOwner = put.kind.isTree && head !== undefined;
  const current = isOwnOwner ? put.id : (head?.ownerId ?? undefined);
  const owners = head
    ? [current, ...(isOwnOwner && ownerId === (head.ownerId ?? undefined) ? [] : [ownerId])]
    : [ownerId];
  for (const permission of needed) await assertPermission(db, put.principal, permission, owners);
}

/** A document that belongs to another one requires rights on the owners of that document, and of its previous one. */
async function assertMayPutInto(
  db: Db,
  { kind, id, principal, content: { facts } }: Put,
  head: DocumentHead | undefined,
): Promise<void> {
  const key = { organizationId: principal.organizationId, kind: kind.name, id };
  const named = await listNamedOwners(db, key, kind, facts.references ?? []);
  const former = head ? await listFormerOwners(db, key, kind) : [];
  const { add, edit } = kind.permissions;
  await assertPermission(db, principal, head ? edit : add, [...named, ...former]);
}

/** A cycle of teams would make every walk up the tree endless. */
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

/**
 * The permissions required to create or replace a document. Reads the stored document only if they depend on the change; if it is
 * replaced concurrently, the write fails and starts again.
 */
async function neededPermissions(
  db: Db,
  { kind, id, content, principal }: Put,
  exists: boolean,
): Promise<Permission[]> {
  if (!exists) return [kind.permissions.add];
  const least = [kind.permissions.edit];
  if (!kind.editPermissions || actsForOrganization(principal, 'change')) return least;
  const { organizationId } = principal;
  const stored = await findDocument(db, { organizationId, kind: kind.name, id });
  if (!stored) return least;
  const needed = await permissionsToEdit({ kind, content }, stored.body);
  return needed.length > 0 ? needed : least;
}
