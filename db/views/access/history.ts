import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import type { AccessKey } from '../../tables/access/access.ts';
import { listPrincipalNames } from '../organizations/principal-names.ts';

/** A step of an access, or a provisioning report about it. */
export type HistoryEntry = {
  id: string;
  at: Date;
  step: string;
  principal: string | null;
  principalName: string | null;
  note: string | null;
  platform: string | null;
  executor: string | null;
  reference: string | null;
  /** Cut; `provisioning_reports` has the whole text. */
  diagnostics: string | null;
};

const list = {
  name: 'access-history-list',
  text: `select id, at, step, principal, note, null as platform, null as executor, null as reference, null as diagnostics
      from access_history
      where organization_id = $1 and access_id = $2 and ($3::uuid is null or id < $3)
      union all
      select id, at, status, principal, null, body->>'platform', body->>'executor', body->>'reference',
        left(body->>'diagnostics', 10000)
      from provisioning_reports
      where organization_id = $1 and access_id = $2 and ($3::uuid is null or id < $3)
    order by id desc limit $4 offset $5`,
};

/** Steps of an access and reports about it, newest first; `beforeId` is the last id of the previous page. */
export async function listAccessHistory(
  db: Db,
  key: AccessKey,
  page: { beforeId: string | undefined; limit: number; offset: number },
): Promise<HistoryEntry[]> {
  const { beforeId, limit, offset } = page;
  const { organizationId, id } = key;
  const values = [organizationId, id, beforeId, limit, offset];
  const rows = await runStatement<Omit<HistoryEntry, 'principalName'>>(db, list, values);
  const principals = rows.map(({ principal }) => principal).filter((each) => each !== null);
  const names = await listPrincipalNames(db, organizationId, principals);
  return rows.map((row) => ({ ...row, principalName: names.get(row.principal ?? '') ?? null }));
}
