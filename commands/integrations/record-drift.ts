import type { Tx } from '../../db/connect.ts';
import {
  deleteDrift,
  listDriftsOfIntegration,
  upsertDrift,
} from '../../db/tables/ingestion/asset-drifts.ts';
import type { DriftKey } from '../../db/tables/ingestion/asset-drifts.ts';
import { recordEvent } from '../../db/tables/feed/events.ts';
import type { IntegrationKey } from '../../db/tables/ingestion/integrations.ts';
import { driftEvents } from '../../domain/ingestion/drift-events.ts';
import type { FoundDrift } from './compare-ports.ts';

/** The run that made the comparison, and its time. */
export type DriftCause = { runId: string; principal: string; now: Date };

/**
 * Stores the differences that a run found between assets of ports and their contracts, with an event for each new, changed and
 * resolved difference.
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
      await recordDriftEvent(tx, key, { ...row, what: 'detected' }, cause);
  }
  for (const over of before.values()) {
    if (await deleteDrift(tx, organizationId, over))
      await recordDriftEvent(tx, key, { ...over, what: 'resolved' }, cause);
  }
}

const nameOf = ({ dataProductId, outputPortId, assetId }: DriftKey): string =>
  JSON.stringify([dataProductId, outputPortId, assetId]);

type DriftChange = DriftKey & { dataContractId: string; what: keyof typeof driftEvents };

async function recordDriftEvent(
  tx: Tx,
  { organizationId }: IntegrationKey,
  { what, assetId, dataProductId, outputPortId, dataContractId }: DriftChange,
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
