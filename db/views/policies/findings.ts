import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** A rule that a stored document does not keep; with a problem, it cannot be said whether it does. */
export type StoredFinding = {
  policyId: string;
  ruleId: string;
  severity: 'error' | 'warning';
  message: string;
  problem: string | null;
};

/** A document and what it does not keep. */
export type DocumentFindings = {
  kind: string;
  id: string;
  name: string;
  revision: number;
  ownerId: string | null;
  ownerName: string | null;
  findings: StoredFinding[];
};

/** Which findings are wanted; all if nothing is given. */
export type FindingFilter = {
  policyId?: string | undefined;
  severity?: string | undefined;
  kind?: string | undefined;
  ownerId?: string | undefined;
};

/** Documents in the order of kind and id, after the given one. */
export type FindingPage = {
  after: { kind: string; id: string } | undefined;
  limit: number;
  offset: number;
};

/** `f` is one finding of the document `d`. */
const wanted = `($2::text is null or f->>'policyId' = $2) and ($3::text is null or f->>'severity' = $3)`;
const ofDocuments = `d.organization_id = $1 and d.findings is not null and ($4::text is null or d.kind = $4)
  and ($5::text is null or d.owner_id = $5)`;

const list = {
  name: 'findings-list',
  text: `select d.kind, d.id, d.name, d.revision, d.owner_id as "ownerId", t.name as "ownerName", w.findings
    from documents d
    cross join lateral (
      select jsonb_agg(f order by n) as findings
      from jsonb_array_elements(d.findings) with ordinality as e(f, n) where ${wanted}) w
    left join documents t on t.organization_id = d.organization_id and t.kind = 'team' and t.id = d.owner_id
    where ${ofDocuments} and w.findings is not null and ($6::text is null or (d.kind, d.id) > ($6, $7))
    order by d.kind, d.id limit $8 offset $9`,
};

const count = {
  name: 'findings-count',
  text: `select count(distinct (d.kind, d.id))::int as documents, count(*) filter (where f->>'severity' = 'error')::int as errors,
      count(*) filter (where f->>'severity' = 'warning')::int as warnings
    from documents d cross join lateral jsonb_array_elements(d.findings) as f
    where ${ofDocuments} and ${wanted}`,
};

const valuesOf = ({ policyId, severity, kind, ownerId }: FindingFilter): unknown[] => [
  policyId,
  severity,
  kind,
  ownerId,
];

/** Documents with findings. */
export function listFindings(
  db: Db,
  organizationId: OrganizationId,
  filter: FindingFilter,
  { after, limit, offset }: FindingPage,
): Promise<DocumentFindings[]> {
  const values = [organizationId, ...valuesOf(filter), after?.kind, after?.id, limit, offset];
  return runStatement<DocumentFindings>(db, list, values);
}

export type FindingCounts = { documents: number; errors: number; warnings: number };

/** How many documents have findings, and how many findings they have by severity. */
export async function countFindings(
  db: Db,
  organizationId: OrganizationId,
  filter: FindingFilter,
): Promise<FindingCounts> {
  const values = [organizationId, ...valuesOf(filter)];
  const [row] = await runStatement<FindingCounts>(db, count, values);
  return row ?? { documents: 0, errors: 0, warnings: 0 };
}

const find = {
  name: 'findings-find',
  text: `select findings from documents where organization_id = $1 and kind = $2 and id = $3`,
};

/** The findings of one document. */
export async function findFindings(
  db: Db,
  key: { organizationId: OrganizationId; kind: string; id: string },
): Promise<StoredFinding[]> {
  const values = [key.organizationId, key.kind, key.id];
  const [row] = await runStatement<{ findings: StoredFinding[] | null }>(db, find, values);
  return row?.findings ?? [];
}
