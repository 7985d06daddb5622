import type { Db } from '../connect.ts';
import { runStatement } from '../statement.ts';
import type { DocumentKey } from '../tables/documents.ts';

/** A recorded change; `verdict` and `hits` are JSON text. */
export type ContractChangeEntry = {
  revision: number;
  at: Date;
  principal: string;
  verdict: string;
  hits: string;
};

const list = {
  name: 'contract-changes-list',
  text: `select c.revision, r.at, r.principal, c.verdict::text as verdict, c.hits::text as hits
    from contract_changes c join document_revisions r on r.organization_id = c.organization_id
      and r.kind = 'data-contract' and r.id = c.id and r.revision = c.revision
    where c.organization_id = $1 and c.id = $2 and ($3::int is null or c.revision < $3)
    order by c.revision desc limit $4 offset $5`,
};

/** Changes of a contract, the newest first; `before` leaves out that revision and those behind it. */
export function listContractChanges(
  db: Db,
  key: DocumentKey,
  page: { before: number | undefined; limit: number; offset: number },
): Promise<ContractChangeEntry[]> {
  return runStatement<ContractChangeEntry>(db, list, [
    key.organizationId,
    key.id,
    page.before,
    page.limit,
    page.offset,
  ]);
}
