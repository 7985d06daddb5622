import type { Database, Db, Tx } from '../../db/connect.ts';
import { isDeadlock, violatedConstraint } from '../../db/postgres-errors.ts';
import { listAssignments } from '../../db/tables/ingestion/asset-assignments.ts';
import { unassignTag } from '../../db/tables/ingestion/asset-tags.ts';
import { findDocumentRevision } from '../../db/tables/documents/revisions.ts';
import { listReferringDocuments } from '../../db/tables/documents/references.ts';
import type { FurtherEvent } from '../../db/tables/documents/events.ts';
import { deleteDocument as deleteRow } from '../../db/tables/documents/deletion.ts';
import { findHeadAndTeams } from '../../db/tables/documents/documents.ts';
import type { DocumentKey } from '../../db/tables/documents/documents.ts';
import { deleteScimGrantsOfTeam } from '../../db/tables/scim/grants.ts';
import {
  deleteBranchResults,
  listBranchRequests,
} from '../../db/tables/change-requests/contract-branches.ts';
import { transact } from '../../db/transact.ts';
import { runOnStored } from '../tasks/run-task.ts';
import { listOwnedNames } from '../../db/views/documents/owned-documents.ts';
import { describeAssignment } from '../../domain/assets/asset-assignment.ts';
import { branchContractId } from '../../domain/contract-branches/branch-id.ts';
import { refuse } from '../../domain/errors.ts';
import { dataContract } from '../../domain/kinds/data-contract.ts';
import { dataProduct } from '../../domain/kinds/data-product.ts';
import { describeDocument } from '../../domain/kinds/index.ts';
import type { DocumentKind } from '../../domain/kinds/kind.ts';
import { policy } from '../../domain/kinds/policy.ts';
import { tag } from '../../domain/kinds/tag.ts';
import { team } from '../../domain/kinds/team.ts';
import type { Principal } from '../../domain/principal.ts';
import type { AccessCause } from '../access/change-access.ts';
import { assertConsumesNothing, endAccessOfProduct } from '../access/end-access-of-product.ts';
import type { DeletedProduct } from '../access/end-access-of-product.ts';
import { revokeKeysOfTeam } from '../keys/revoke-api-key.ts';
import {
  isLinkedDefinition,
  requestJudgementOfDefinition,
  hasRules,
  requestJudgementOfAll,
} from './follow-ups.ts';
import { endTestSchedule } from '../contract-tests/schedule-tests.ts';
import type { Reading } from '../reading.ts';
import { assertPermission } from '../assert-permission.ts';
import { deleteBelongings } from './delete-belongings.ts';
import { listFormerOwners } from './owning-document.ts';
import { assertPreconditions } from '../preconditions.ts';
import type { Preconditions } from '../preconditions.ts';
import { refuseUnknownDocument } from '../refuse-unknown-document.ts';

export type DeleteDocument = Reading & {
  kind: DocumentKind;
  id: string;
  principal: Principal;
  requestId: string | undefined;
  preconditions: Preconditions;
  now: Date;
};

const attempts = 10;

/**
 * Deletes the document; its revisions stay as history, and a later PUT of the id continues their numbers. The API keys of a
 * deleted team and the example data of a deleted product are deleted, too. Refuses with `not_found`, `in_use` if other documents
 * need it, or a failed precondition.
 */
export async function deleteDocument(database: Database, request: DeleteDocument): Promise<void> {
  const { kind, principal } = request;
  const key = { organizationId: principal.organizationId, kind: kind.name, id: request.id };
  for (let attempt = 0; attempt < attempts; attempt++) {
    const { knex: db } = attempt === 0 ? request.reading : database;
    const { head } = await findHeadAndTeams(db, key, []);
    if (!head) refuseUnknownDocument(kind, request.id);
    assertPreconditions(request.preconditions, head);
    const owner = kind.isTree ? request.id : (head.ownerId ?? undefined);
    const owners = kind.belongsTo ? await listFormerOwners(db, key, kind) : [owner];
    await assertPermission(db, principal, kind.permissions.remove, owners);
    const cause = {
      eventType: kind.events.deleted,
      principal: principal.name,
      requestId: request.requestId,
      now: request.now,
      furtherEvents: await endsOfPorts(db, key, request, head),
    };
    try {
      const deleted = await transact(database, async (tx) => {
        const branches = kind.name === dataContract.name ? await listBranches(tx, key) : [];
        if (!(await deleteRow(tx, key, head, cause))) return false;
        if (branches.length > 0) await deleteBranchResults(tx, key.organizationId, branches);
        await assertUnused(tx, key, request);
        await deleteBelongings(tx, key, cause);
        await endWhatItIsIn(tx, { ...key, ownerId: head.ownerId }, cause);
        if (kind.timing) await endTestSchedule(tx, key);
        if (await isLinkedDefinition(tx, key)) {
          await requestJudgementOfDefinition(tx, key, {
            revision: head.revision + 1,
            now: request.now,
          });
        }
        if (kind.name === policy.name && (await hasRules(tx, key.organizationId))) {
          await requestJudgementOfAll(tx, key, request.now);
        }
        if (kind.name === team.name) {
          await revokeKeysOfTeam(tx, request);
          await deleteScimGrantsOfTeam(tx, key.organizationId, key.id);
        }
        if (kind.name === tag.name) await unassignTag(tx, key.organizationId, key.id);
        return true;
      });
      if (deleted) return;
    } catch (error) {
      if (!isDeadlock(error)) await explainFailure(database.knex, request, error);
    }
  }
  refuse('concurrent_change', 'This document is being changed by other requests; try again.');
}

/** Ids under which results of the branches are stored; deleting the contract deletes its branches. */
async function listBranches(tx: Tx, { organizationId, id }: DocumentKey): Promise<string[]> {
  return (await listBranchRequests(tx, organizationId, id)).map(branchContractId);
}

/** Must run after the delete, for the same reason as `assertUnused`. */
async function endWhatItIsIn(
  tx: Tx,
  key: DocumentKey & DeletedProduct,
  cause: AccessCause,
): Promise<void> {
  if (key.kind === team.name) await assertConsumesNothing(tx, key);
  if (key.kind === dataProduct.name) await endAccessOfProduct(tx, key, cause);
}

async function endsOfPorts(
  db: Db,
  key: DocumentKey,
  { kind }: DeleteDocument,
  { revision }: { revision: number },
): Promise<FurtherEvent[]> {
  if (!kind.ports) return [];
  const before = await findDocumentRevision(db, { ...key, revision });
  return runOnStored('endsOfPorts', kind.name, before);
}

/** Maximum number of documents named in a message. */
const named = 5;

/**
 * Must run after the delete: a PUT that names this document holds a lock on it until its reference is visible, and a later PUT
 * waits and then finds the document deleted.
 */
async function assertUnused(tx: Tx, key: DocumentKey, { kind, id }: DeleteDocument): Promise<void> {
  if (kind.inUseAs.length === 0) return;
  const users = await listReferringDocuments(tx, key, kind.inUseAs, named);
  if (users.length === 0) return;
  const roles = kind.inUseAs.map((role) => role.replace('-', ' ')).join(' or ');
  const names = users.map(describeDocument).join(', ');
  refuse(
    'in_use',
    `The ${kind.title} '${id}' is in use as ${roles} of ${names}; remove it there first.`,
  );
}

/** Foreign keys of documents that teams own. */
const ownerKeys = new Set(['documents_owner', 'namespaces_owner', 'integrations_owner']);

/** The foreign keys also cover concurrent writes. */
async function explainFailure(db: Db, request: DeleteDocument, error: unknown): Promise<never> {
  const constraint = violatedConstraint(error);
  if (constraint !== undefined && ownerKeys.has(constraint)) await refuseOwner(db, request);
  if (constraint === 'asset_assignments_asset') await refuseAssigned(db, request);
  throw error;
}

/** The foreign key prevents an assignment during the deletion. */
async function refuseAssigned(db: Db, { id, principal }: DeleteDocument): Promise<never> {
  const assignments = await listAssignments(db, principal.organizationId, id, named);
  const names = assignments.map(describeAssignment).join(', ');
  return refuse(
    'in_use',
    `The asset '${id}' is still assigned to ${names || 'a data product'}; remove it there first.`,
  );
}

async function refuseOwner(db: Db, { kind, id, principal }: DeleteDocument): Promise<never> {
  const owned = await listOwnedNames(db, principal.organizationId, id, named);
  const names = owned.map(describeDocument).join(', ');
  return refuse(
    'in_use',
    `The ${kind.title} '${id}' still owns ${names || 'documents'}; move or delete them first.`,
  );
}
