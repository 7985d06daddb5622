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

/** Starts a new version of the rules, and requests the work that judges all documents by it. */
export async function requestJudgementOfAll(
  tx: Tx,
  { organizationId, id }: { organizationId: OrganizationId; id: string },
  now: Date,
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
    payload: { version },
    dueAt: now,
    now,
  });
}
