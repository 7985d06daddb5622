import { newId } from '../../../lib/ids.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import type { AccessKey } from './access.ts';

/** A report as received; `body` is JSON text. */
export type ProvisioningReportRow = {
  id: string;
  status: string;
  body: string;
  principal: string;
  at: Date;
};

const insert = {
  name: 'provisioning-reports-insert',
  text: `insert into provisioning_reports (organization_id, access_id, id, status, body, principal, at)
    values ($1, $2, $3, $4, $5, $6, $7)`,
};

/** Stores a report; returns its id. */
export async function insertProvisioningReport(
  tx: Tx,
  key: AccessKey,
  report: Omit<ProvisioningReportRow, 'id'>,
): Promise<string> {
  const id = newId();
  const { status, body, principal, at } = report;
  await runStatement(tx, insert, [key.organizationId, key.id, id, status, body, principal, at]);
  return id;
}

const list = {
  name: 'provisioning-reports-list',
  text: `select id, status, body::text as body, principal, at from provisioning_reports
    where organization_id = $1 and access_id = $2 and ($3::uuid is null or id < $3)
    order by id desc limit $4 offset $5`,
};

/** The reports about an access, newest first; `beforeId` is the last id of the previous page. */
export function listProvisioningReports(
  db: Db,
  key: AccessKey,
  page: { beforeId: string | undefined; limit: number; offset: number },
): Promise<ProvisioningReportRow[]> {
  const { beforeId, limit, offset } = page;
  return runStatement(db, list, [key.organizationId, key.id, beforeId, limit, offset]);
}
