import { toFactQuery } from '../../../domain/search/words.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** The policies that may have rules in force, and the version of these rules. */
export type StoredPolicies = { version: number; policies: { id: string; body: string }[] };

const read = {
  name: 'policy-rules-read',
  text: `select o.rules_version as version, coalesce(p.policies, '[]') as policies
    from organizations o
    left join lateral (
      select json_agg(json_build_object('id', d.id, 'body', r.body::text) order by d.id) as policies
      from documents d join document_revisions r on r.organization_id = d.organization_id and r.kind = d.kind and r.id = d.id
        and r.revision = d.revision
      where d.organization_id = o.id and d.kind = 'policy' and d.status = 'Accepted') p on true
    where o.id = $1`,
};

/** The accepted policies and the version of their rules, of the same moment. */
export async function readAcceptedPolicies(
  db: Db,
  organizationId: OrganizationId,
): Promise<StoredPolicies> {
  type Row = { version: number; policies: string };
  const [row] = await runStatement<Row>(db, read, [organizationId]);
  if (!row) return { version: 0, policies: [] };
  return { version: row.version, policies: JSON.parse(row.policies) as StoredPolicies['policies'] };
}

/** Starts a new version of the rules; writes of documents that were judged by the former one are refused from now on. */
export async function raiseRulesVersion(tx: Tx, id: OrganizationId): Promise<number> {
  const [row] = await tx('organizations')
    .where({ id })
    .update({ rules_version: tx.raw('rules_version + 1') })
    .returning<{ rules_version: number }[]>('rules_version');
  return row?.rules_version ?? 0;
}

/** The version of the rules, and that by which all documents were judged last. */
export async function findRulesState(
  db: Db,
  id: OrganizationId,
): Promise<{ version: number; judged: number }> {
  const row = await db('organizations')
    .where({ id })
    .first<{ version: number; judged: number } | undefined>({
      version: 'rules_version',
      judged: 'rules_judged',
    });
  return row ?? { version: 0, judged: 0 };
}

const listBy = (
  condition: string,
): string => `select d.kind, d.id, d.name, d.revision, d.owner_id as "ownerId", t.name as "ownerName", d.tags, r.body::text as text
    from documents d join document_revisions r on r.organization_id = d.organization_id and r.kind = d.kind and r.id = d.id
      and r.revision = d.revision
    left join documents t on t.organization_id = d.organization_id and t.kind = 'team' and t.id = d.owner_id
    where d.organization_id = $1 and d.kind = $2 and ($3::text is null or d.id > $3) ${condition}
    order by d.id limit $4`;

const list = { name: 'judged-documents-list', text: listBy('') };

const listLinking = {
  name: 'judged-documents-list-linking',
  text: listBy('and d.search @@ $5::tsquery'),
};

/** A stored document that rules may be about. */
export type StoredDocument = {
  kind: string;
  id: string;
  revision: number;
  ownerId: string | null;
  ownerName: string | null;
  name: string;
  tags: string[];
  text: string;
};

/** Documents of a kind in the order of their ids, after `after`. */
export function listJudged(
  db: Db,
  organizationId: OrganizationId,
  kind: string,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<StoredDocument[]> {
  return runStatement<StoredDocument>(db, list, [organizationId, kind, after, limit]);
}

/** Like `listJudged`, only contracts with a link word (`domain/kinds/document-links.ts`). */
export function listJudgedLinking(
  db: Db,
  organizationId: OrganizationId,
  { kind, word }: { kind: string; word: string },
  { after, limit }: { after: string | undefined; limit: number },
): Promise<StoredDocument[]> {
  const query = toFactQuery({ name: 'concept', value: word });
  return runStatement<StoredDocument>(db, listLinking, [organizationId, kind, after, limit, query]);
}

const store = {
  name: 'findings-store',
  text: `with current as (select 1 from organizations where id = $1 and rules_version = $2 for share),
    input as (
      select * from unnest($4::text[], $5::int[], $6::text[]) as i(id, revision, findings)),
    changed as (
      update documents d set findings = i.findings::jsonb from input i
      where exists (select 1 from current) and d.organization_id = $1 and d.kind = $3 and d.id = i.id and d.revision = i.revision
        and d.findings is distinct from i.findings::jsonb)
    select count(*)::int as current from current`,
};

/** What was found in some documents of a kind; documents that were written since are left out, as they were judged then. */
export type StoreFindings = {
  organizationId: OrganizationId;
  version: number;
  kind: string;
  found: readonly { id: string; revision: number; findings: string | null }[];
};

/** False, without an effect, if the rules have another version by now. */
export async function storeFindings(
  tx: Tx,
  { organizationId, version, kind, found }: StoreFindings,
): Promise<boolean> {
  const columns = [
    found.map(({ id }) => id),
    found.map(({ revision }) => revision),
    found.map(({ findings }) => findings),
  ];
  const values = [organizationId, version, kind, ...columns];
  const [row] = await runStatement<{ current: number }>(tx, store, values);
  return row?.current === 1;
}

/** Records that all documents are judged by a version of the rules, unless there is a newer one. */
export async function markJudged(tx: Tx, id: OrganizationId, version: number): Promise<void> {
  await tx('organizations').where({ id, rules_version: version }).update({ rules_judged: version });
}
