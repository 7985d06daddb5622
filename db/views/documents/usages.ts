import { toFactQuery } from '../../../domain/search/words.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** A document that uses another one. */
export type UsingDocument = {
  kind: string;
  id: string;
  name: string;
  ownerId: string | null;
  ownerName: string | null;
};

const shown = `d.kind, d.id, d.name, d.owner_id as "ownerId", t.name as "ownerName"`;
const owner = `left join documents t on t.organization_id = d.organization_id and t.kind = 'team' and t.id = d.owner_id`;

const listLinking = {
  name: 'usages-list-linking',
  text: `select ${shown} from documents d ${owner}
    where d.organization_id = $1 and d.kind = 'data-contract' and d.search @@ $2::tsquery
    order by d.name, d.id limit $3`,
};

/** Contracts with a link word (`domain/kinds/document-links.ts`), by name. */
export function listLinkingDocuments(
  db: Db,
  organizationId: OrganizationId,
  word: string,
  limit: number,
): Promise<UsingDocument[]> {
  const query = toFactQuery({ name: 'concept', value: word });
  return runStatement<UsingDocument>(db, listLinking, [organizationId, query, limit]);
}

const listNaming = {
  name: 'usages-list-naming',
  text: `select distinct ${shown} from document_references r
    join documents d on d.organization_id = r.organization_id and d.kind = r.kind and d.id = r.id ${owner}
    where r.organization_id = $1 and r.target_kind = $2 and r.target_id = $3
    order by d.name, d.id limit $4`,
};

/** Documents whose text names this document, by name. */
export function listNamingDocuments(
  db: Db,
  { organizationId, kind, id }: { organizationId: OrganizationId; kind: string; id: string },
  limit: number,
): Promise<UsingDocument[]> {
  return runStatement<UsingDocument>(db, listNaming, [organizationId, kind, id, limit]);
}
