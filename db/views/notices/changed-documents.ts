import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import type { FollowedKey } from '../../tables/notices/follows.ts';

/** What notices tell of a document that exists. */
export type NamedDocument = FollowedKey & { name: string; ownerId: string | null };

const listNamed = {
  name: 'notices-named-documents',
  text: `select kind, id, name, owner_id as "ownerId" from documents
    where organization_id = $1 and (kind, id) in (select * from unnest($2::text[], $3::text[]))`,
};

/** Names and owners of documents. */
export async function listNamedDocuments(
  db: Db,
  organizationId: OrganizationId,
  keys: readonly FollowedKey[],
): Promise<NamedDocument[]> {
  if (keys.length === 0) return [];
  return runStatement<NamedDocument>(db, listNamed, [
    organizationId,
    keys.map(({ kind }) => kind),
    keys.map(({ id }) => id),
  ]);
}

/** A major change of a contract, and the teams that consume its data. */
export type MajorChange = { id: string; revision: number; version: string | null; teams: string[] };

const listMajor = {
  name: 'notices-major-changes',
  text: `select c.id, c.revision, c.verdict->>'toVersion' as version, array(
      select distinct coalesce(p.owner_id, a.consumer_team_id)
      from json_array_elements_text(c.hits->'accesses') as h(id)
      join access a on a.organization_id = c.organization_id and a.id = h.id
      left join documents p on p.organization_id = a.organization_id and p.kind = 'data-product' and p.id = a.consumer_product_id
      where coalesce(p.owner_id, a.consumer_team_id) is not null) as teams
    from contract_changes c
    where c.organization_id = $1 and c.impact = 'major'
      and (c.id, c.revision) in (select * from unnest($2::text[], $3::int[]))`,
};

/** The major changes among these revisions of contracts. */
export async function listMajorChanges(
  db: Db,
  organizationId: OrganizationId,
  revisions: readonly { id: string; revision: number }[],
): Promise<MajorChange[]> {
  if (revisions.length === 0) return [];
  return runStatement<MajorChange>(db, listMajor, [
    organizationId,
    revisions.map(({ id }) => id),
    revisions.map(({ revision }) => revision),
  ]);
}

const listOffering = {
  name: 'notices-products-of-contracts',
  text: `select distinct target_id as "contractId", id as "dataProductId" from document_references
    where organization_id = $1 and kind = 'data-product' and role = 'output-port'
      and target_kind = 'data-contract' and target_id = any($2)`,
};

/** The data products whose output ports offer these contracts. */
export async function listOfferingProducts(
  db: Db,
  organizationId: OrganizationId,
  contractIds: readonly string[],
): Promise<{ contractId: string; dataProductId: string }[]> {
  if (contractIds.length === 0) return [];
  return runStatement(db, listOffering, [organizationId, contractIds]);
}

/** A followed concept that a revision of its namespace has changed or deleted. */
export type ChangedConcept = { id: string; name: string | null; reader: string };

const listConcepts = {
  name: 'notices-changed-concepts',
  text: `select f.id, c.name, f.reader
    from follows f
    left join namespace_concepts c on c.organization_id = f.organization_id and c.namespace_id = $2 and $2 || '/' || c.id = f.id
    where f.organization_id = $1 and f.kind = 'semantic-concept' and starts_with(f.id, $2 || '/')
      and (c.id is null or c.revision = $3)`,
};

/** Followers of the concepts that this revision of the namespace has changed; the name is missing if one is deleted. */
export function listChangedConcepts(
  db: Db,
  organizationId: OrganizationId,
  { namespace, revision }: { namespace: string; revision: number | undefined },
): Promise<ChangedConcept[]> {
  return runStatement<ChangedConcept>(db, listConcepts, [organizationId, namespace, revision]);
}
