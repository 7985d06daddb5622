import type { Tx } from '../../db/connect.ts';
import { recordEvent } from '../../db/tables/events.ts';
import type { WebhookKey } from '../../db/tables/webhooks.ts';
import { refuse } from '../../domain/errors.ts';
import type { Principal } from '../../domain/principal.ts';

/** A request about one webhook. */
export type WebhookRequest = {
  id: string;
  principal: Principal;
  requestId: string | undefined;
  now: Date;
};

/** A webhook, and who does something to it as the audit trail names them. */
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
  | 'WebhookTested';

/** Writes into the audit trail what happened to a webhook; answers the id of the entry. */
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

/** The request as the audit trail names it. */
export function auditorOf({ id, principal, requestId, now }: WebhookRequest): WebhookAuditor {
  const { organizationId, name } = principal;
  return { organizationId, id, principal: name, requestId, now };
}

/** Refuses because there is no such webhook. */
export function refuseUnknownWebhook(id: string): never {
  return refuse('not_found', `There is no webhook with the id '${id}'.`);
}
