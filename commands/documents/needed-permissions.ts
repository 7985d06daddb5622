import type { Db } from '../../db/connect.ts';
import { findDocument } from '../../db/tables/documents/documents.ts';
import type { DocumentKind } from '../../domain/kinds/kind.ts';
import { actsForOrganization } from '../../domain/organizations/permissions.ts';
import type { Permission } from '../../domain/organizations/permissions.ts';
import type { Principal } from '../../domain/principal.ts';
import type { DocumentContent } from '../../domain/documents/read-document.ts';
import { permissionsToEdit } from './content-difference.ts';

type Write = {
  kind: DocumentKind;
  id: string;
  content: DocumentContent;
  principal: Principal;
};

/**
 * The permissions required to create or replace a document. Reads the stored document only if they depend on the change; if it is
 * replaced concurrently, the write fails and starts again.
 */
export async function neededPermissions(
  db: Db,
  { kind, id, content, principal }: Write,
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
