import type { Db, Tx } from '../../db/connect.ts';
import { recordEvent } from '../../db/tables/feed/events.ts';
import { findIntegration } from '../../db/tables/ingestion/integrations.ts';
import type { Integration, IntegrationKey } from '../../db/tables/ingestion/integrations.ts';
import { listTeamPath } from '../../db/views/documents/team-path.ts';
import { refuse } from '../../domain/errors.ts';
import { can } from '../../domain/organizations/permissions.ts';
import type { OrganizationId, Principal } from '../../domain/principal.ts';
import { assertPermission } from '../assert-permission.ts';

/** A request about one integration. */
export type IntegrationRequest = {
  /** The externalId of the integration. */
  id: string;
  principal: Principal;
  requestId: string | undefined;
  now: Date;
};

/** The key of the requested integration. */
export function integrationKeyOf({ principal, id }: IntegrationRequest): IntegrationKey {
  return { organizationId: principal.organizationId, id };
}

/** Reads the integration. Refuses with `not_found`. */
export async function getIntegration(db: Db, key: IntegrationKey): Promise<Integration> {
  return (await findIntegration(db, key)) ?? refuseUnknownIntegration(key.id);
}

/** Refuses with `not_found`. */
export function refuseUnknownIntegration(id: string): never {
  return refuse('not_found', `There is no integration with the id '${id}'.`);
}

/** Refuses with `permission_denied` unless the principal may run and change integrations of this team, or those without an owner. */
export function assertMayIngest(
  db: Db,
  principal: Principal,
  owners: readonly (string | null | undefined)[],
): Promise<void> {
  const ids = owners.map((owner) => owner ?? undefined);
  return assertPermission(db, principal, 'INGESTION_EDIT', ids);
}

/** True if the principal may run and change the integrations of this team, or those without an owner. */
export async function mayIngest(
  db: Db,
  principal: Principal,
  ownerId: string | null,
): Promise<boolean> {
  const path = ownerId === null ? [] : await listTeamPath(db, principal.organizationId, ownerId);
  return can(principal, 'INGESTION_EDIT', path);
}

type AuditType =
  | 'IntegrationCreated'
  | 'IntegrationUpdated'
  | 'IntegrationDeleted'
  | 'IntegrationCheckRequested'
  | 'IntegrationCheckCancelRequested'
  | 'IngestionRunStarted'
  | 'IngestionRunSkipped'
  | 'IngestionRunCancelRequested'
  | 'IngestionRunEnded';

/** The author, request and time of a change of an integration. */
export type IntegrationCause = {
  organizationId: OrganizationId;
  id: string;
  principal: string;
  requestId: string | undefined;
  now: Date;
};

/** The cause in the form of the audit trail. */
export function causeOf({ id, principal, requestId, now }: IntegrationRequest): IntegrationCause {
  const { organizationId, name } = principal;
  return { organizationId, id, principal: name, requestId, now };
}

/** Records a change of an integration in the audit trail. */
export async function auditIntegration(
  tx: Tx,
  type: AuditType,
  { organizationId, id, principal, requestId, now }: IntegrationCause,
  data: Record<string, unknown> = {},
): Promise<void> {
  const subject = { subjectKind: 'integration', subjectId: id };
  const by = { principal, requestId, public: false, now };
  await recordEvent(tx, { organizationId, type, ...subject, ...by, data });
}
