import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import type { DocumentKey } from '../../tables/documents/documents.ts';

/** A recorded change; `verdict` and `hits` are JSON text. */
export type ContractChangeEntry = {
  revision: number;
  /** 0 for the change that the revision made; changes by definitions during the revision count from 1. */
  position: number;
  /** The definition whose change it is; null for a change of the contract's own text. */
  definitionId: string | null;
  definitionRevision: number | null;
  at: Date;
  principal: string;
  verdict: string;
  hits: string;
};

const list = {
  name: 'contract-changes-list',
  text: `with listed as (
      select c.revision, 0 as position, r.at, r.principal, c.verdict, c.hits, null as definition_id,
        null::int as definition_revision
      from contract_changes c join document_revisions r on r.organization_id = c.organization_id
        and r.kind = 'data-contract' and r.id = c.id and r.revision = c.revision
      where c.organization_id = $1 and c.id = $2 and ($3::int is null or c.revision <= $3)
      union all
      select revision, (row_number() over (partition by revision order by at, definition_id, definition_revision))::int,
        at, principal, verdict, hits, definition_id, definition_revision
      from definition_changes where organization_id = $1 and id = $2 and ($3::int is null or revision <= $3))
    select revision, position, at, principal, verdict::text as verdict, hits::text as hits,
      definition_id as "definitionId", definition_revision as "definitionRevision"
    from listed where $3::int is null or (revision, position) < ($3, $4::int)
    order by revision desc, position desc limit $5 offset $6`,
};

/** Changes of a contract, its own and those by linked definitions, newest first; only those before `before`. */
export function listContractChanges(
  db: Db,
  key: DocumentKey,
  page: {
    before: { revision: number; position: number } | undefined;
    limit: number;
    offset: number;
  },
): Promise<ContractChangeEntry[]> {
  return runStatement<ContractChangeEntry>(db, list, [
    key.organizationId,
    key.id,
    page.before?.revision,
    page.before?.position,
    page.limit,
    page.offset,
  ]);
}
