import type { EventRecord } from '../../db/tables/events.ts';
import type { Principal } from '../../domain/principal.ts';

/** The fact that an asset looks different when it is read, although nobody wrote the asset itself. */
export function assetUpdated(cause: {
  assetId: string;
  principal: Principal;
  requestId: string | undefined;
  now: Date;
}): EventRecord {
  return {
    organizationId: cause.principal.organizationId,
    type: 'AssetUpdatedEvent',
    subjectKind: 'asset',
    subjectId: cause.assetId,
    principal: cause.principal.name,
    requestId: cause.requestId,
    public: true,
    now: cause.now,
  };
}
