import type { Db } from '../../db/connect.ts';
import { listPrincipalNames } from '../../db/views/organizations/principal-names.ts';
import type { OrganizationId } from '../../domain/principal.ts';

/** Adds the name of its principal to each row; the names of all rows are read at once. */
export async function withPrincipalNames<Row extends { principal: string }>(
  db: Db,
  organizationId: OrganizationId,
  rows: readonly Row[],
): Promise<(Row & { principalName: string | null })[]> {
  if (rows.length === 0) return [];
  const principals = rows.map(({ principal }) => principal);
  const names = await listPrincipalNames(db, organizationId, principals);
  return rows.map((row) => ({ ...row, principalName: names.get(row.principal) ?? null }));
}
