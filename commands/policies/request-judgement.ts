import type { Db, Tx } from '../../db/connect.ts';
import { findRulesState, raiseRulesVersion } from '../../db/tables/policies/rules.ts';
import { requestWork } from '../../db/tables/work/work.ts';
import { policy } from '../../domain/kinds/policy.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { newId } from '../../lib/ids.ts';

/** True for the write of a policy that has rules, or whose former revision may have had some. */
export async function changesRules(
  db: Db,
  { kind, organizationId }: { kind: string; organizationId: OrganizationId },
  body: string,
): Promise<boolean> {
  if (kind !== policy.name) return false;
  return body.includes('"rules"') || hasRules(db, organizationId);
}

/** True if policies of the organization have or had rules in force. */
export async function hasRules(db: Db, organizationId: OrganizationId): Promise<boolean> {
  return (await findRulesState(db, organizationId)).version > 0;
}

type ChangedDocument = { organizationId: OrganizationId; id: string };

/** Starts a new version of the rules, and requests the work that judges all documents by it. */
export function requestJudgementOfAll(tx: Tx, policy: ChangedDocument, now: Date): Promise<void> {
  return requestWorkOfRules(tx, policy, { now });
}

/**
 * Starts a new version of the rules, which are the same but read another definition, and requests the work that judges the contracts
 * that link it. The new version keeps writes away that were judged with the former definition.
 */
export async function requestJudgementOfLinking(
  tx: Tx,
  definition: ChangedDocument,
  now: Date,
): Promise<void> {
  if (!(await hasRules(tx, definition.organizationId))) return;
  await requestWorkOfRules(tx, definition, { now, definitionId: definition.id });
}

async function requestWorkOfRules(
  tx: Tx,
  { organizationId, id }: ChangedDocument,
  { now, definitionId }: { now: Date; definitionId?: string },
): Promise<void> {
  const version = await raiseRulesVersion(tx, organizationId);
  const workId = newId();
  await requestWork(tx, {
    id: workId,
    organizationId,
    kind: 'housekeeping',
    job: 'judge-documents',
    key: workId,
    subjectId: id,
    payload: { version, ...(definitionId !== undefined && { definitionId }) },
    dueAt: now,
    now,
  });
}
