import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import type { DocumentKey } from '../../tables/documents/documents.ts';

const find = {
  name: 'document-facts-find',
  text: `select name, owner_id as "ownerId" from documents where organization_id = $1 and kind = $2 and id = $3`,
};

/** Name and owner of a document, while it exists. */
export async function findDocumentFacts(
  db: Db,
  { organizationId, kind, id }: DocumentKey,
): Promise<{ name: string; ownerId: string | null } | undefined> {
  const values = [organizationId, kind, id];
  const [row] = await runStatement<{ name: string; ownerId: string | null }>(db, find, values);
  return row;
}
