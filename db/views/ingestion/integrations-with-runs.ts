import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { listLatestRuns } from '../../tables/ingestion/runs.ts';
import type { IngestionRun } from '../../tables/ingestion/runs.ts';
import { listIntegrations } from '../../tables/ingestion/integrations.ts';
import type { Integration } from '../../tables/ingestion/integrations.ts';

/** An integration with its latest run. */
type IntegrationWithRun = Integration & { latestRun: IngestionRun | undefined };

const pageSize = 500;
const all = { ownerId: undefined, source: undefined, enabled: undefined };

/** Every integration of an organization in the order of their ids. */
export async function listIntegrationsWithRuns(
  db: Db,
  organizationId: OrganizationId,
): Promise<IntegrationWithRun[]> {
  const found: IntegrationWithRun[] = [];
  for (let after: string | undefined; ; after = found.at(-1)?.id) {
    const limit = { after, limit: pageSize, offset: 0 };
    const page = await listIntegrations(db, organizationId, all, limit);
    const ids = page.map(({ id }) => id);
    const runs = ids.length > 0 ? await listLatestRuns(db, organizationId, ids) : [];
    const runOf = new Map(runs.map((run) => [run.integrationId, run]));
    found.push(...page.map((each) => ({ ...each, latestRun: runOf.get(each.id) })));
    if (page.length < pageSize) return found;
  }
}
