import type { OrganizationId } from '../../domain/principal.ts';
import type { Db } from '../connect.ts';
import { runStatement } from '../statement.ts';

/** The text of a contract as it is now. */
export type ContractText = { id: string; revision: number; body: string };

const columns = `d.id, d.revision, r.body::text as body
    from documents d join document_revisions r on r.organization_id = d.organization_id and r.kind = d.kind and r.id = d.id
      and r.revision = d.revision
    where d.organization_id = $1 and d.kind = 'data-contract'`;

const page = {
  name: 'contract-texts-page',
  text: `select ${columns} and ($2::text is null or d.id > $2) order by d.id limit $3`,
};

/** Contracts in the order of their ids, behind `after`. */
export function listContractTexts(
  db: Db,
  organizationId: OrganizationId,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<ContractText[]> {
  return runStatement<ContractText>(db, page, [organizationId, after, limit]);
}

const find = { name: 'contract-texts-find', text: `select ${columns} and d.id = $2` };

/** One contract. */
export async function findContractText(
  db: Db,
  organizationId: OrganizationId,
  id: string,
): Promise<ContractText | undefined> {
  const [row] = await runStatement<ContractText>(db, find, [organizationId, id]);
  return row;
}
