import type { Impact } from '../../../domain/contract-changes/rules.ts';
import { toFactQuery } from '../../../domain/search/words.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import { contractHits, noHits } from './contract-hits.ts';

const list = {
  name: 'linking-contracts-list',
  text: `select d.id, d.revision, r.body::text as body
    from documents d join document_revisions r on r.organization_id = d.organization_id and r.kind = d.kind and r.id = d.id
      and r.revision = d.revision
    where d.organization_id = $1 and d.kind = 'data-contract' and d.search @@ $2::tsquery and ($3::text is null or d.id > $3)
    order by d.id limit $4`,
};

/** A contract that may link a definition; `body` is JSON text. */
export type LinkingContract = { id: string; revision: number; body: string };

/** Contracts with a link word (`domain/kinds/document-links.ts`), in the order of their ids, after `after`. */
export function listLinkingContracts(
  db: Db,
  organizationId: OrganizationId,
  word: string,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<LinkingContract[]> {
  const query = toFactQuery({ name: 'concept', value: word });
  return runStatement<LinkingContract>(db, list, [organizationId, query, after, limit]);
}

const exists = {
  name: 'linking-contracts-exist',
  text: `select 1 from documents
    where organization_id = $1 and kind = 'data-contract' and search @@ $2::tsquery limit 1`,
};

/** True if a contract may link the definition with this link word. */
export async function isLinkedByContract(
  db: Db,
  organizationId: OrganizationId,
  word: string,
): Promise<boolean> {
  const query = toFactQuery({ name: 'concept', value: word });
  return (await runStatement(db, exists, [organizationId, query])).length > 0;
}

const insert = {
  name: 'definition-changes-insert',
  text: `with head as (
      select organization_id, id, revision from documents
      where organization_id = $1 and kind = 'data-contract' and id = $2 and revision = $3 for no key update),
    change as (
      insert into definition_changes (organization_id, id, definition_id, definition_revision, revision, at, principal, impact,
        verdict, hits)
      select h.organization_id, h.id, $4, $5, h.revision, $6, $7, $8, $9,
        case $8::text when 'patch' then $10::json else ${contractHits('h.organization_id', 'h.id')} end
      from head h on conflict do nothing returning 1)
    select (select count(*) from head)::int as heads, (select count(*) from change)::int as changes`,
};

/** The change that a revision of a definition makes in a contract; `verdict` is JSON text. */
export type DefinitionChange = {
  organizationId: OrganizationId;
  contract: { id: string; revision: number };
  definition: { id: string; revision: number };
  at: Date;
  principal: string;
  impact: Impact;
  verdict: string;
};

/**
 * Records the change once, and locks the contract. `overtaken` if the contract has another revision now, which was not judged;
 * `known` if the change was recorded before.
 */
export async function insertDefinitionChange(
  tx: Tx,
  { organizationId, contract, definition, at, principal, impact, verdict }: DefinitionChange,
): Promise<'recorded' | 'known' | 'overtaken'> {
  const values = [
    organizationId,
    contract.id,
    contract.revision,
    definition.id,
    definition.revision,
    at,
    principal,
    impact,
    verdict,
    JSON.stringify(noHits),
  ];
  type Row = { heads: number; changes: number };
  const [row] = await runStatement<Row>(tx, insert, values);
  if (!row?.heads) return 'overtaken';
  return row.changes > 0 ? 'recorded' : 'known';
}
