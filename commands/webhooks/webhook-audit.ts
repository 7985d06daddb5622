import type { Tx } from '../../db/connect.ts';
import { recordEvent } from '../../db/tables/feed/events.ts';
import type { WebhookKey } from '../../db/tables/webhooks/webhooks.ts';
import { refuse } from '../../domain/errors.ts';
import type { Principal } from '../../domain/principal.ts';

/** A request about one webhook. */
export type WebhookRequest = {
  id: string;
  principal: Principal;
  requestId: string | undefined;
  now: Date;
};

/** A webhook, and the author of a change as named in the audit trail. */
export type WebhookAuditor = WebhookKey & {
  principal: string;
  requestId: string | undefined;
  now: Date;
};

type AuditType =
  | 'WebhookCreated'
  | 'WebhookUpdated'
  | 'WebhookDeleted'
  | 'WebhookPaused'
  | 'WebhookResumed'
  | 'WebhookSecretRotated'
  | 'WebhookRedeliveryRequested'
  | 'WebhookReplayRequested'
  | 'WebhookReplayCancelled'
  | 'WebhookTested';

/** Records a change of a webhook in the audit trail; returns the id of the entry. */
export function auditWebhook(
  tx: Tx,
  type: AuditType,
  by: WebhookAuditor,
  data: Record<string, unknown> = {},
): Promise<string> {
  const { organizationId, id, principal, requestId, now } = by;
  return recordEvent(tx, {
    organizationId,
    type,
    subjectKind: 'webhook',
    subjectId: id,
    principal,
    requestId,
    public: false,
    data,
    now,
  });
}

/** The auditor in the form of the audit trail. */
export function auditorOf({ id, principal, requestId, now }: WebhookRequest): WebhookAuditor {
  const { organizationId, name } = principal;
  return { organizationId, id, principal: name, requestId, now };
}

/** Refuses with `not_found`. */
export function refuseUnknownWebhook(id: string): never {
  return refuse('not_found', `There is no webhook with the id '${id}'.`);
}
