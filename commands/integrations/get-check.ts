import type { Db } from '../../db/connect.ts';
import { findIntegrationCheck } from '../../db/tables/ingestion/integration-checks.ts';
import type { IntegrationCheck } from '../../db/tables/ingestion/integration-checks.ts';
import type { IntegrationKey } from '../../db/tables/ingestion/integrations.ts';
import { refuse } from '../../domain/errors.ts';
import { isUuid } from '../../lib/ids.ts';

/** A check of this integration. Refuses with `not_found`. */
export async function getCheck(
  db: Db,
  { organizationId, id }: IntegrationKey,
  checkId: string,
): Promise<IntegrationCheck> {
  const check = isUuid(checkId)
    ? await findIntegrationCheck(db, { organizationId, id: checkId })
    : undefined;
  if (check && check.integrationId === id) return check;
  return refuse('not_found', `The integration '${id}' has no check '${checkId}'.`);
}
