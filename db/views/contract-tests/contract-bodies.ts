import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** The current body of a contract. */
export type ContractBody = { id: string; revision: number; body: string };

const columns = `d.id, d.revision, r.body::text as body
    from documents d join document_revisions r on r.organization_id = d.organization_id and r.kind = d.kind and r.id = d.id
      and r.revision = d.revision
    where d.organization_id = $1 and d.kind = 'data-contract'`;

const page = {
  name: 'contract-bodies-page',
  text: `select ${columns} and ($2::text is null or d.id > $2) order by d.id limit $3`,
};

/** Contracts in the order of their ids, after `after`. */
export function listContractBodies(
  db: Db,
  organizationId: OrganizationId,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<ContractBody[]> {
  return runStatement<ContractBody>(db, page, [organizationId, after, limit]);
}

const find = { name: 'contract-bodies-find', text: `select ${columns} and d.id = $2` };

/** One contract. */
export async function findContractBody(
  db: Db,
  organizationId: OrganizationId,
  id: string,
): Promise<ContractBody | undefined> {
  const [row] = await runStatement<ContractBody>(db, find, [organizationId, id]);
  return row;
}
