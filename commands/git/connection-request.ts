import type { Db, Tx } from '../../db/connect.ts';
import { findHeadAndTeams } from '../../db/tables/documents/documents.ts';
import type { DocumentKey } from '../../db/tables/documents/documents.ts';
import { recordEvent } from '../../db/tables/feed/events.ts';
import { findGitConnection } from '../../db/tables/git/connections.ts';
import type { GitConnection } from '../../db/tables/git/connections.ts';
import { refuse } from '../../domain/errors.ts';
import { describeSubject, isOntology } from '../../domain/git/subject.ts';
import type { GitSubjectKind } from '../../domain/git/subject.ts';
import type { Principal } from '../../domain/principal.ts';
import { assertPermission } from '../assert-permission.ts';
import { refuseUnknownDocument } from '../refuse-unknown-document.ts';
import { getNamespace } from '../semantics/semantic-request.ts';

/** A request about the connected file of a document or an ontology. */
export type GitConnectionRequest = {
  kind: GitSubjectKind;
  id: string;
  principal: Principal;
  requestId: string | undefined;
  now: Date;
};

export function documentKeyOf({
  kind,
  id,
  principal,
}: Omit<GitConnectionRequest, 'requestId' | 'now'>): DocumentKey {
  return { organizationId: principal.organizationId, kind: kind.name, id };
}

/** The owner of the document or the ontology, which the principal may edit. Refuses with `not_found` and `permission_denied`. */
export async function getEditable(
  db: Db,
  request: GitConnectionRequest,
): Promise<{ ownerId: string | null }> {
  const found = await findOwned(db, request);
  const owners = [found.ownerId ?? undefined];
  await assertPermission(db, request.principal, request.kind.permissions.edit, owners);
  return found;
}

async function findOwned(db: Db, request: GitConnectionRequest) {
  const key = documentKeyOf(request);
  if (isOntology(key.kind)) return getNamespace(db, key);
  const { head } = await findHeadAndTeams(db, key, []);
  return head ?? refuseUnknownDocument(request.kind, request.id);
}

/** The connection of a document or an ontology. Refuses with `not_found`. */
export async function getGitConnection(
  db: Db,
  request: Pick<GitConnectionRequest, 'kind' | 'id' | 'principal'>,
): Promise<GitConnection> {
  const found = await findGitConnection(db, documentKeyOf(request));
  const document = describeSubject({ kind: request.kind.name, id: request.id });
  return (
    found ?? refuse('not_found', `There is no ${document} that is connected with a file in Git.`)
  );
}

type GitStep = {
  type:
    | `GitConnection${'Updated' | 'Deleted'}`
    | `GitRun${'Requested' | 'Ended' | 'CancelRequested'}`;
  data: Record<string, unknown>;
};

/** Records a step in the audit trail of the document. */
export async function auditGit(
  tx: Tx,
  { organizationId, kind, id }: DocumentKey,
  cause: { principal: string; requestId: string | undefined; now: Date },
  step: GitStep,
): Promise<void> {
  const subject = { subjectKind: kind, subjectId: id, public: false };
  await recordEvent(tx, { organizationId, ...subject, ...cause, ...step });
}
