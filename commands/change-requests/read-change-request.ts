import type { Db } from '../../db/connect.ts';
import {
  findChangeRequest,
  lockChangeRequest,
} from '../../db/tables/change-requests/change-requests.ts';
import type { StoredChangeRequest } from '../../db/tables/change-requests/change-requests.ts';
import type { Tx } from '../../db/connect.ts';
import { findHeadAndTeams } from '../../db/tables/documents/documents.ts';
import type { DocumentHead, DocumentKey } from '../../db/tables/documents/documents.ts';
import { listTeamPath } from '../../db/views/documents/team-path.ts';
import { refuse } from '../../domain/errors.ts';
import { kindNamed } from '../../domain/kinds/index.ts';
import type { DocumentKind } from '../../domain/kinds/kind.ts';
import { readerOf } from '../../domain/notices/reader.ts';
import { can } from '../../domain/organizations/permissions.ts';
import type { OrganizationId, Principal } from '../../domain/principal.ts';
import { isUuid } from '../../lib/ids.ts';
import { assertPreconditions } from '../preconditions.ts';
import type { Preconditions } from '../preconditions.ts';
import { refuseUnknownDocument } from '../refuse-unknown-document.ts';

/** A step of a change request, and who takes it. */
export type ChangeRequestStep = {
  id: string;
  principal: Principal;
  requestId: string | undefined;
  preconditions: Preconditions;
  now: Date;
};

/** The change request. Refuses with `not_found`. */
export async function getChangeRequest(
  db: Db,
  organizationId: OrganizationId,
  id: string,
): Promise<StoredChangeRequest> {
  const found = isUuid(id) ? await findChangeRequest(db, { organizationId, id }) : undefined;
  return found ?? refuseUnknown(id);
}

/** Refuses with `not_found`. */
export function refuseUnknown(id: string): never {
  return refuse('not_found', `There is no change request with the id '${id}'.`);
}

/**
 * The change request, locked until the end of the transaction. Refuses with `not_found`, `precondition_failed`, and
 * `invalid_transition` if it is no longer open.
 */
export async function lockOpen(
  tx: Tx,
  { id, principal: { organizationId }, preconditions }: ChangeRequestStep,
): Promise<StoredChangeRequest> {
  const found = isUuid(id) ? await lockChangeRequest(tx, { organizationId, id }) : undefined;
  const request = found ?? refuseUnknown(id);
  assertPreconditions(preconditions, { revision: request.revision, edition: 0 });
  if (request.status !== 'open') {
    const message = `The change request is ${request.status}: it can no longer change.`;
    refuse('invalid_transition', message, { extra: { currentState: { status: request.status } } });
  }
  return request;
}

/** The document that a change request is about. */
export type Target = { kind: DocumentKind; key: DocumentKey; head: DocumentHead };

/** The document as it is now. Refuses with `not_found`. */
export async function readTarget(
  db: Db,
  organizationId: OrganizationId,
  { kind: name, documentId: id }: { kind: string; documentId: string },
): Promise<Target> {
  const kind = kindNamed(name);
  const key = { organizationId, kind: name, id };
  const { head } = await findHeadAndTeams(db, key, []);
  return head ? { kind, key, head } : refuseUnknownDocument(kind, id);
}

/** True for the person or key that proposed the change. */
export const isProposer = (principal: Principal, { proposer }: { proposer: string }): boolean =>
  readerOf(principal) === proposer;

/** True if the principal may save the document, and so decide about changes of it. */
export async function mayDecide(
  db: Db,
  principal: Principal,
  { kind, ownerId }: { kind: DocumentKind; ownerId: string | null },
): Promise<boolean> {
  const path = ownerId === null ? [] : await listTeamPath(db, principal.organizationId, ownerId);
  return can(principal, kind.permissions.edit, path);
}
