import type { Database, Tx } from '../../db/connect.ts';
import { decideChangeRequest } from '../../db/tables/change-requests/change-requests.ts';
import type { StoredChangeRequest } from '../../db/tables/change-requests/change-requests.ts';
import { recordEvent } from '../../db/tables/feed/events.ts';
import { listPrincipalNames } from '../../db/views/organizations/principal-names.ts';
import { transact } from '../../db/transact.ts';
import { acceptedInDocument } from '../../domain/change-requests/change-request.ts';
import type { DocumentContent } from '../../domain/documents/read-document.ts';
import { refuse } from '../../domain/errors.ts';
import { assertPermission } from '../assert-permission.ts';
import { putDocument } from '../documents/put-document.ts';
import type { PutResult } from '../documents/put-document.ts';
import type { Reading } from '../reading.ts';
import { versionTag } from '../preconditions.ts';
import { isProposer, lockOpen, readTarget } from './read-change-request.ts';
import type { ChangeRequestStep, Target } from './read-change-request.ts';
import { recordStep } from './record-step.ts';

type Decision = ChangeRequestStep & { note: string | undefined };

type AcceptedText = { content: DocumentContent; readRevision: number; informed: readonly string[] };

/**
 * Accepts a change request: saves its text as a PUT of the caller would, and names the proposer in the audit trail of the document.
 * `content` was read from the text of this revision of the change request; `informed` are the consuming teams that were told.
 * Refuses like `putDocument` and `lockOpen`, and with `concurrent_change` if the document was saved after the proposal was made:
 * somebody has to edit the proposal first.
 */
export async function acceptChange(
  database: Database,
  decision: Decision & Reading & AcceptedText,
): Promise<PutResult> {
  return transact(database, async (tx) => {
    const request = await lockOpen(tx, decision);
    if (request.revision !== decision.readRevision) refuseChanged();
    const target = await assertMayDecide(tx, decision, request);
    assertCurrent(request, target);
    return landChange({ ...database, knex: tx }, tx, { ...decision, request, target });
  });
}

/**
 * Saves the text of a locked change request as a PUT of the caller, ends the request, and names its proposer in the audit trail of
 * the document. The document must be at the base of the request. Refuses like `putDocument`.
 */
export async function landChange(
  database: Database,
  tx: Tx,
  landing: Omit<Decision, 'preconditions'> &
    Reading &
    Pick<AcceptedText, 'content' | 'informed'> & { request: StoredChangeRequest; target: Target },
): Promise<PutResult> {
  const { request, target, content, informed, ...decision } = landing;
  const { id, principal, requestId, now, note, reading } = decision;
  const { kind, key } = target;
  const base = versionTag({ revision: request.baseRevision, edition: request.baseEdition });
  const result = await putDocument(database, {
    kind,
    id: key.id,
    content,
    informed,
    principal,
    requestId,
    preconditions: { ifMatch: [base], mustBeNew: false },
    now,
    reading,
  });
  const accepted = { status: 'accepted', principal: principal.name, note } as const;
  const acceptedRevision = result.revision;
  const requestKey = { organizationId: principal.organizationId, id };
  await decideChangeRequest(tx, requestKey, { ...accepted, acceptedRevision }, now);
  await recordStep(tx, 'accepted', decision, { ...request, note });
  await nameProposer(tx, decision, request);
  return result;
}

/** The text was edited after it was read for this decision. */
const refuseChanged = (): never =>
  refuse(
    'concurrent_change',
    'The change request was edited while it was being accepted: read it again.',
  );

/** The proposal must start from the current state, or what was saved meanwhile would be lost. */
function assertCurrent(
  { baseRevision, baseEdition }: StoredChangeRequest,
  { kind, head: { revision, edition } }: Target,
): void {
  if (revision === baseRevision && edition === baseEdition) return;
  refuse(
    'concurrent_change',
    `The ${kind.title} was saved after this change was proposed: edit the proposal so that it starts from revision ${revision}, then accept it.`,
    { extra: { baseRevision, currentRevision: revision } },
  );
}

/** The audit trail of the document shows the caller as author; this entry names the proposer. */
async function nameProposer(
  tx: Tx,
  { id, principal, requestId, now }: Omit<Decision, 'preconditions'>,
  { kind, documentId, proposedBy }: StoredChangeRequest,
): Promise<void> {
  const { organizationId } = principal;
  const names = await listPrincipalNames(tx, organizationId, [proposedBy]);
  const name = names.get(proposedBy);
  const proposer = name === undefined ? proposedBy : `${name} (${proposedBy})`;
  await recordEvent(tx, {
    organizationId,
    type: acceptedInDocument,
    subjectKind: kind,
    subjectId: documentId,
    principal: principal.name,
    requestId,
    public: false,
    data: { note: `Proposed by ${proposer} in change request ${id}`, changeRequestId: id },
    now,
  });
}

/** Declines a change request; refuses like `lockOpen`, and with `permission_denied`. */
export async function declineChange(
  database: Database,
  decision: Decision & { note: string },
): Promise<void> {
  await transact(database, async (tx) => {
    const request = await lockOpen(tx, decision);
    await assertMayDecide(tx, decision, request);
    await end(tx, decision, request, 'declined');
  });
}

/** Withdraws a change request; only its proposer may. Refuses like `lockOpen`, and with `permission_denied`. */
export async function withdrawChange(database: Database, decision: Decision): Promise<void> {
  await transact(database, async (tx) => {
    const request = await lockOpen(tx, decision);
    if (!isProposer(decision.principal, request)) {
      refuse(
        'permission_denied',
        'Only the proposer can withdraw a change request; who may save the document can decline it.',
      );
    }
    await end(tx, decision, request, 'withdrawn');
  });
}

async function assertMayDecide(
  tx: Tx,
  { principal }: Decision,
  request: StoredChangeRequest,
): Promise<Target> {
  const target = await readTarget(tx, principal.organizationId, request);
  const { kind, head } = target;
  await assertPermission(tx, principal, kind.permissions.edit, [head.ownerId ?? undefined]);
  return target;
}

async function end(
  tx: Tx,
  decision: Decision,
  request: StoredChangeRequest,
  status: 'declined' | 'withdrawn',
): Promise<void> {
  const { id, principal, now, note } = decision;
  const key = { organizationId: principal.organizationId, id };
  await decideChangeRequest(tx, key, { status, principal: principal.name, note }, now);
  await recordStep(tx, status, decision, { ...request, note });
}
