import type { Db } from '../../db/connect.ts';
import { findDocument } from '../../db/tables/documents.ts';
import type { DocumentKind } from '../../domain/kinds/kind.ts';
import { actsForOrganization } from '../../domain/permissions.ts';
import type { Permission } from '../../domain/permissions.ts';
import type { Principal } from '../../domain/principal.ts';
import type { JsonObject } from '../../lib/json.ts';

type Write = { kind: DocumentKind; id: string; document: JsonObject; principal: Principal };

/**
 * The permissions that creating or replacing a document needs. Reads the stored one only where they depend on what
 * changes; when somebody replaces that meanwhile, the write fails and starts again.
 */
export async function neededPermissions(
  db: Db,
  { kind, id, document, principal }: Write,
  exists: boolean,
): Promise<Permission[]> {
  if (!exists) return [kind.permissions.add];
  const least = [kind.permissions.edit];
  if (!kind.editPermissions || actsForOrganization(principal, 'change')) return least;
  const { organizationId } = principal;
  const stored = await findDocument(db, { organizationId, kind: kind.name, id });
  if (!stored) return least;
  const needed = kind.editPermissions(JSON.parse(stored.body) as JsonObject, document);
  return needed.length > 0 ? needed : least;
}
