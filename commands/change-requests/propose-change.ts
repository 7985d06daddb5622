import type { Database, Tx } from '../../db/connect.ts';
import {
  insertChangeRequest,
  updateProposal,
} from '../../db/tables/change-requests/change-requests.ts';
import type { Proposal } from '../../db/tables/change-requests/change-requests.ts';
import { findDocument } from '../../db/tables/documents/documents.ts';
import { findPastDocument } from '../../db/tables/documents/revisions.ts';
import { listPrincipalNames } from '../../db/views/organizations/principal-names.ts';
import { transact } from '../../db/transact.ts';
import { maxOpenRequests } from '../../domain/change-requests/change-request.ts';
import { refuse } from '../../domain/errors.ts';
import { readerOf } from '../../domain/notices/reader.ts';
import type { Principal } from '../../domain/principal.ts';
import { newId } from '../../lib/ids.ts';
import { assertPermission } from '../assert-permission.ts';
import { notifyTeam } from '../notifications/notify-team.ts';
import { isProposer, lockOpen, readTarget } from './read-change-request.ts';
import type { ChangeRequestStep, Target } from './read-change-request.ts';
import { recordStep } from './record-step.ts';

/** A proposal as it is sent; without a base revision, it starts from the current one. */
export type SentProposal = Omit<Proposal, 'baseRevision' | 'baseEdition'> & {
  baseRevision: number | undefined;
};

type NewProposal = {
  kind: string;
  documentId: string;
  proposal: SentProposal;
  principal: Principal;
  requestId: string | undefined;
  now: Date;
  /** Address of the page of a change request. */
  pageOf: (id: string) => string;
};

/**
 * Proposes a change of a data contract or data product, and tells the owning team. Everybody with a key that may write can do so.
 * Refuses with `not_found`, with `invalid_body` for an unknown base or an unchanged text, and with `limit_reached`.
 */
export async function proposeChange(
  database: Database,
  { kind, documentId, proposal, principal, requestId, now, pageOf }: NewProposal,
): Promise<string> {
  const id = newId();
  await transact(database, async (tx) => {
    const target = await readTarget(tx, principal.organizationId, { kind, documentId });
    const based = await withBase(tx, target, proposal);
    const key = { organizationId: principal.organizationId, id };
    const made = { proposer: readerOf(principal), proposedBy: principal.name };
    const request = { ...based, kind, documentId, ...made };
    const limits = { now, max: maxOpenRequests };
    if (!(await insertChangeRequest(tx, key, request, limits))) {
      refuse(
        'limit_reached',
        `The ${target.kind.title} has ${maxOpenRequests} open change requests, which is the limit: decide some first.`,
      );
    }
    await recordStep(tx, 'created', { id, principal, requestId, now }, { kind, documentId });
    await tellOwners(tx, target, { id, principal, now, title: proposal.title, page: pageOf(id) });
  });
  return id;
}

/**
 * Replaces the proposed text, e.g. with one that starts from a newer revision. Refuses with `permission_denied` unless the principal
 * has proposed the change or may decide it, and like `proposeChange` and `lockOpen`.
 */
export async function editProposal(
  database: Database,
  step: ChangeRequestStep & { proposal: SentProposal },
): Promise<{ revision: number }> {
  const { id, principal, proposal, now } = step;
  const { organizationId } = principal;
  return transact(database, async (tx) => {
    const request = await lockOpen(tx, step);
    const target = await readTarget(tx, organizationId, request);
    const { kind, head } = target;
    if (!isProposer(principal, request)) {
      await assertPermission(tx, principal, kind.permissions.edit, [head.ownerId ?? undefined]);
    }
    const baseRevision = proposal.baseRevision ?? request.baseRevision;
    const based = await withBase(tx, target, { ...proposal, baseRevision });
    await updateProposal(tx, { organizationId, id }, based, now);
    const { kind: name, documentId, branch } = request;
    await recordStep(tx, 'updated', step, { kind: name, documentId, branch });
    return { revision: request.revision + 1 };
  });
}

/** The proposal with the state of the document that it starts from. */
async function withBase(
  tx: Tx,
  { key, head }: Target,
  { baseRevision = head.revision, ...proposal }: SentProposal,
): Promise<Proposal> {
  const base =
    baseRevision === head.revision
      ? await findDocument(tx, key)
      : await findPastDocument(tx, key, { revision: baseRevision });
  if (!base) {
    const message = `names no revision of this document; the current one is ${head.revision}`;
    refuse('invalid_body', `'baseRevision' ${message}.`, {
      violations: [{ field: 'baseRevision', message }],
    });
  }
  if (proposal.source.trim() === (base.source ?? base.body).trim()) {
    const message = 'equals the text that it starts from: change something first';
    refuse('invalid_body', `'source' ${message}.`, { violations: [{ field: 'source', message }] });
  }
  return { ...proposal, baseRevision: base.revision, baseEdition: base.edition };
}

/** Notifies the owning team of a proposed change. */
export async function tellOwners(
  tx: Tx,
  { kind, key, head }: Target,
  told: { id: string; principal: Principal; now: Date; title: string; page: string },
): Promise<void> {
  if (head.ownerId === null) return;
  const { id, principal, now, title, page } = told;
  const { organizationId } = key;
  const names = await listPrincipalNames(tx, organizationId, [principal.name]);
  await notifyTeam(tx, {
    template: 'change-requested',
    data: {
      documentKind: kind.title,
      documentId: key.id,
      title,
      proposer: names.get(principal.name) ?? principal.name,
      page,
    },
    organizationId,
    causeId: id,
    teamId: head.ownerId,
    subjectKind: kind.name,
    subjectId: key.id,
    now,
  });
}
