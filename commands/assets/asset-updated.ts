import type { EventRecord } from '../../db/tables/feed/events.ts';
import type { Principal } from '../../domain/principal.ts';

/** The event that an asset's representation changed although the asset itself was not written. */
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
