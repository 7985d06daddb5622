import type { Tx } from '../../db/connect.ts';
import { deleteDrift, listDriftsOfIntegration, upsertDrift } from '../../db/tables/asset-drifts.ts';
import type { DriftPlace } from '../../db/tables/asset-drifts.ts';
import { recordEvent } from '../../db/tables/events.ts';
import type { IntegrationKey } from '../../db/tables/integrations.ts';
import { driftEvents } from '../../domain/ingestion/drift-events.ts';
import type { FoundDrift } from './compare-ports.ts';

/** The run that has compared, and when. */
export type DriftCause = { runId: string; principal: string; now: Date };

/**
 * Notes what a run found where assets of ports are not as contracts say, with an event for each finding that is new or another one, and one for
 * each that is over.
 */
export async function recordDrift(
  tx: Tx,
  key: IntegrationKey,
  found: readonly FoundDrift[],
  cause: DriftCause,
): Promise<void> {
  const { organizationId } = key;
  const before = new Map(
    (await listDriftsOfIntegration(tx, key)).map((drift) => [nameOf(drift), drift]),
  );
  for (const drift of found) {
    const differences = JSON.stringify(drift.differences);
    const former = before.get(nameOf(drift));
    before.delete(nameOf(drift));
    if (former?.differences === differences) continue;
    const row = { ...drift, differences, runId: cause.runId, foundAt: cause.now };
    if (await upsertDrift(tx, organizationId, row))
      await tell(tx, key, { ...row, what: 'detected' }, cause);
  }
  for (const over of before.values()) {
    if (await deleteDrift(tx, organizationId, over))
      await tell(tx, key, { ...over, what: 'resolved' }, cause);
  }
}

const nameOf = ({ dataProductId, outputPortId, assetId }: DriftPlace): string =>
  JSON.stringify([dataProductId, outputPortId, assetId]);

type Told = DriftPlace & { dataContractId: string; what: keyof typeof driftEvents };

async function tell(
  tx: Tx,
  { organizationId }: IntegrationKey,
  { what, assetId, dataProductId, outputPortId, dataContractId }: Told,
  { principal, now }: DriftCause,
): Promise<void> {
  await recordEvent(tx, {
    organizationId,
    type: driftEvents[what],
    subjectKind: 'asset',
    subjectId: assetId,
    principal,
    requestId: undefined,
    public: true,
    data: { dataProductId, outputPortId, dataContractId },
    now,
  });
}
